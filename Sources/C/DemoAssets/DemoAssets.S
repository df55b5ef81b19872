// The demo's assets, put into the binary as they are so that it runs from anywhere.
// Their folder is a header search path, which is where the assembler looks for them.

#if defined(__APPLE__)
#define SYMBOL(name) _##name
  .section __TEXT,__const
#else
#define SYMBOL(name) name
  .section .rodata
#endif

  .globl SYMBOL(ridealong_demo_ride_start)
  .globl SYMBOL(ridealong_demo_ride_end)
  .p2align 4
SYMBOL(ridealong_demo_ride_start):
  .incbin "demo-ride.json"
SYMBOL(ridealong_demo_ride_end):
  .byte 0

  .globl SYMBOL(ridealong_demo_city_start)
  .globl SYMBOL(ridealong_demo_city_end)
  .p2align 4
SYMBOL(ridealong_demo_city_start):
  .incbin "demo-city.pmtiles"
SYMBOL(ridealong_demo_city_end):
  .byte 0

  .globl SYMBOL(ridealong_demo_roads_start)
  .globl SYMBOL(ridealong_demo_roads_end)
  .p2align 4
SYMBOL(ridealong_demo_roads_start):
  .incbin "demo-roads.bin"
SYMBOL(ridealong_demo_roads_end):
  .byte 0

#if defined(__linux__) && defined(__ELF__)
  .section .note.GNU-stack,"",%progbits
#endif
