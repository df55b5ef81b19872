int ridealong_restore_placeholder(void);
