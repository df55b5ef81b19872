int ridealong_demo_assets_placeholder(void);
