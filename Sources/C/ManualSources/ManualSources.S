// The documents that manual pages are made of, put into the binary as they are.
// Their folder is a header search path, which is where the assembler looks for them.

#if defined(__APPLE__)
#define SYMBOL(name) _##name
  .section __TEXT,__const
#else
#define SYMBOL(name) name
  .section .rodata
#endif

  .globl SYMBOL(ridealong_configuration_document_start)
SYMBOL(ridealong_configuration_document_start):
  .incbin "configuration.md"
  .byte 0

  .globl SYMBOL(ridealong_recordings_document_start)
SYMBOL(ridealong_recordings_document_start):
  .incbin "recordings.md"
  .byte 0

#if defined(__linux__) && defined(__ELF__)
  .section .note.GNU-stack,"",%progbits
#endif
