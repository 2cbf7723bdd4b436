/* What the kernel's code needs besides itself in WebAssembly: memory for its arrays, and Numba's hooks.

   Arrays made while an entry runs lie behind each other and are never freed one by one: the caller takes
   `mark` before a call and hands it to `release` afterwards. Arrays of wrong shape cannot come from the
   page, so that everything that raises an exception in Python traps here. */

#include <stddef.h>
#include <stdint.h>

#define EXPORTED(name) __attribute__((export_name(name)))

enum { LINE = 64, PAGE = 1 << 16 };

extern unsigned char __heap_base;
static uintptr_t top;

/* Numba's header of an array (numba/core/runtime/nrtdynmod.py), whose sizes are 64-bit numbers. */
typedef struct {
    int64_t references;
    void *destructor, *destructor_info, *data;
    int64_t size;
} Header;

EXPORTED("mark") uintptr_t mark(void) {
    if (!top) top = (uintptr_t)&__heap_base;
    return top;
}

EXPORTED("release") void release(uintptr_t place) { top = place; }

EXPORTED("take") void *take(size_t size) {
    uintptr_t start = (mark() + LINE - 1) & ~(uintptr_t)(LINE - 1);
    uintptr_t end = start + size, pages = end / PAGE + (end % PAGE != 0), have = __builtin_wasm_memory_size(0);
    /* A size that goes around the end of the numbers fits nowhere. */
    if (end < start || (pages > have && __builtin_wasm_memory_grow(0, pages - have) == (size_t)-1)) __builtin_trap();
    top = end;  /* only now, so that a call that trapped took nothing */
    return (void *)start;
}

Header *NRT_MemInfo_alloc_aligned(int64_t size, int32_t align) {
    (void)align;
    Header *header = take(sizeof *header);
    *header = (Header){1, NULL, NULL, take((size_t)size), size};
    return header;
}

void NRT_MemInfo_call_dtor(Header *header) { (void)header; }
void *NRT_Allocate(uint64_t size) { return take((size_t)size); }
void NRT_Free(void *place) { (void)place; }

/* Every array of the kernel is contiguous, so that a view with another shape is, too. */
int32_t numba_attempt_nocopy_reshape(int64_t axes, const int64_t *shape, const int64_t *strides,
                                     int64_t new_axes, const int64_t *new_shape, int64_t *new_strides,
                                     int64_t item, int32_t is_fortran) {
    (void)axes, (void)shape, (void)strides, (void)is_fortran;
    for (int64_t i = new_axes; i-- > 0; item *= new_shape[i]) new_strides[i] = item;
    return 1;
}
