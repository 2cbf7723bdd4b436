/* The compiled kernel as a Python module: one method for each entry.

   A method gets the same arguments as the Python function: arrays, numbers, and (nested) tuples of them.
   It writes their addresses, shapes and values into a block of 64-bit numbers (flat.py), releases the
   GIL and calls the compiled code. NARDY_ENTRIES in entries.h lists the entries with the kinds of their
   arguments, as one letter each (abi.py).

   Only the stable ABI is used (https://docs.python.org/3/c-api/stable.html), so one file serves all
   versions of Python from 3.11 on. Its few declarations are repeated here: building then needs no
   headers of Python, also for other systems than this one. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct PyObject PyObject;
typedef intptr_t Py_ssize_t;

typedef struct {
    void *buf;
    PyObject *obj;
    Py_ssize_t len, itemsize;
    int readonly, ndim;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
} Py_buffer;

typedef PyObject *(*Method)(PyObject *, PyObject *const *, Py_ssize_t);
typedef struct {
    const char *name;
    Method method;
    int flags;
    const char *doc;
} PyMethodDef;

typedef struct {
    Py_ssize_t references;
    void *type, *init;
    Py_ssize_t index;
    void *copy;
    const char *name, *doc;
    Py_ssize_t size;
    PyMethodDef *methods;
    void *slots, *traverse, *clear, *free;
} PyModuleDef;

#define METH_FASTCALL 0x0080
#define PyBUF_C_CONTIGUOUS (0x0020 | 0x0010 | 0x0008)
#define PyBUF_FORMAT 0x0004
#define PyBUF_WRITABLE 0x0001
#define PYTHON_API_VERSION 1013

extern char PyTuple_Type[];
extern PyObject *PyExc_TypeError, *PyExc_ValueError, *PyExc_MemoryError;
int PyObject_GetBuffer(PyObject *, Py_buffer *, int);
void PyBuffer_Release(Py_buffer *);
Py_ssize_t PyTuple_Size(PyObject *);
PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
PyObject *PyTuple_New(Py_ssize_t);
int PyTuple_SetItem(PyObject *, Py_ssize_t, PyObject *);
long long PyLong_AsLongLong(PyObject *);
PyObject *PyLong_FromLongLong(long long);
double PyFloat_AsDouble(PyObject *);
int PyObject_IsTrue(PyObject *);
int PyObject_IsInstance(PyObject *, PyObject *);
PyObject *PyErr_Occurred(void);
PyObject *PyErr_Format(PyObject *, const char *, ...);
void *PyEval_SaveThread(void);
void PyEval_RestoreThread(void *);
PyObject *PyModule_Create2(PyModuleDef *, int);
int PyModule_AddStringConstant(PyObject *, const char *, const char *);
void Py_DecRef(PyObject *);
void Py_IncRef(PyObject *);
extern PyObject _Py_NoneStruct;

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

enum { MOST_NUMBERS = 192, MOST_ARRAYS = 48 };

typedef int32_t (*Code)(int64_t *result, void **failure, int64_t block);

typedef struct {
    const char *name;
    const char *kinds;
    int results;
    Code code;
} Entry;

typedef struct {
    const Entry *entry;
    int64_t block[MOST_NUMBERS];
    Py_buffer arrays[MOST_ARRAYS];
    int numbers, held;
} Call;

/* Whether a buffer's items are of this kind. Systems write the same type with different letters. */
static int is_kind(const Py_buffer *array, char kind) {
    char letter = array->format ? array->format[0] : 'B';
    switch (kind) {
    case 'b': return letter == 'b';
    case 'B': return letter == 'B';
    case 'h': return letter == 'h';
    case 'i': return array->itemsize == 4 && (letter == 'i' || letter == 'l');
    case 'l': return array->itemsize == 8 && (letter == 'l' || letter == 'q');
    case 'f': return letter == 'f';
    case 'd': return letter == 'd';
    default: return letter == '?';
    }
}

static int refuse_array(Call *call, char kind, char axes) {
    PyErr_Format(PyExc_TypeError, "expected an array of %c with %c axes, contiguous, got another in %s",
                 kind, axes, call->entry->name);
    return 0;
}

static int read_array(Call *call, char kind, char axes, PyObject *value) {
    Py_buffer *array = &call->arrays[call->held];
    /* Any array may be filled, so none may lie in memory that is only to be read. Numba's types are as
       strict: a read-only array has another type. */
    if (PyObject_GetBuffer(value, array, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | PyBUF_WRITABLE) < 0)
        return 0;
    call->held++;
    /* Compiled code reads whole numbers, which must not lie across their natural places. */
    if (!is_kind(array, kind) || array->ndim != axes - '0' ||
        (uintptr_t)array->buf % (uintptr_t)array->itemsize)
        return refuse_array(call, kind, axes);
    call->block[call->numbers++] = (int64_t)(uintptr_t)array->buf;
    for (int axis = 0; axis < array->ndim; axis++)
        call->block[call->numbers++] = array->shape[axis];
    return 1;
}

/* Read one argument as `*kinds` says, and move on to the next kind. */
static int read_value(Call *call, const char **kinds, PyObject *value) {
    char kind = *(*kinds)++;
    if (kind == '(') {
        int is_tuple = PyObject_IsInstance(value, (PyObject *)PyTuple_Type);
        if (is_tuple < 0)
            return 0;
        Py_ssize_t size = is_tuple ? PyTuple_Size(value) : 0, i = 0;
        for (; i < size && **kinds != ')'; i++)
            if (!read_value(call, kinds, PyTuple_GetItem(value, i)))
                return 0;
        if (is_tuple && i == size && *(*kinds)++ == ')')
            return 1;
        PyErr_Format(PyExc_TypeError, "expected a tuple of another length, got %zd in %s", size,
                     call->entry->name);
        return 0;
    }
    if (kind == 'n') {
        call->block[call->numbers++] = PyLong_AsLongLong(value);
        return !PyErr_Occurred();
    }
    if (kind == 'x') {
        union {
            double number;
            int64_t bits;
        } both = {.number = PyFloat_AsDouble(value)};
        call->block[call->numbers++] = both.bits;
        return !PyErr_Occurred();
    }
    if (kind == 'o') {
        int is_true = PyObject_IsTrue(value);
        call->block[call->numbers++] = is_true;
        return is_true >= 0;
    }
    return read_array(call, kind, *(*kinds)++, value);
}

static PyObject *result_of(const Call *call) {
    if (call->entry->results == 0) {
        Py_IncRef(&_Py_NoneStruct);
        return &_Py_NoneStruct;
    }
    if (call->entry->results == 1)
        return PyLong_FromLongLong(call->block[0]);
    PyObject *pair = PyTuple_New(call->entry->results);
    for (int i = 0; pair && i < call->entry->results; i++)
        PyTuple_SetItem(pair, i, PyLong_FromLongLong(call->block[i]));
    return pair;
}

static PyObject *called(const Entry *entry, PyObject *const *arguments, Py_ssize_t count) {
    Call call = {.entry = entry};
    const char *kinds = entry->kinds;
    PyObject *result = NULL;
    Py_ssize_t i = 0;
    while (i < count && *kinds && read_value(&call, &kinds, arguments[i]))
        i++;
    if (i == count && !*kinds) {
        int64_t unused = 0;
        void *failure = NULL;
        void *thread = PyEval_SaveThread();
        int32_t status = entry->code(&unused, &failure, (int64_t)(uintptr_t)call.block);
        PyEval_RestoreThread(thread);
        if (status)
            PyErr_Format(PyExc_ValueError, "expected arrays that fit each other, got others in %s",
                         entry->name);
        else
            result = result_of(&call);
    } else if (!PyErr_Occurred()) {
        PyErr_Format(PyExc_TypeError, "expected other arguments, got %zd in %s", count, entry->name);
    }
    while (call.held)
        PyBuffer_Release(&call.arrays[--call.held]);
    return result;
}

#include "entries.h"

/* entries.h: NARDY_SOURCES, NARDY_MODULE, and for each entry X(name, kinds, results). */
#define X(name, kinds, results)                                                                    \
    int32_t nardy_##name(int64_t *, void **, int64_t);                                             \
    static PyObject *call_##name(PyObject *self, PyObject *const *given, Py_ssize_t count) {       \
        static const Entry entry = {#name, kinds, results, nardy_##name};                          \
        (void)self;                                                                                \
        return called(&entry, given, count);                                                       \
    }
NARDY_ENTRIES
#undef X

#define X(name, kinds, results) {#name, call_##name, METH_FASTCALL, NULL},
static PyMethodDef methods[] = {NARDY_ENTRIES{NULL, NULL, 0, NULL}};
#undef X

static PyModuleDef module = {.references = 1,
                             .name = "nardy_kernel",
                             .size = -1,
                             .methods = methods};

EXPORTED PyObject *PyInit_nardy_kernel(void) {
    PyObject *made = PyModule_Create2(&module, PYTHON_API_VERSION);
    if (made && PyModule_AddStringConstant(made, "SOURCES", NARDY_SOURCES) < 0) {
        Py_DecRef(made);
        return NULL;
    }
    return made;
}

/* What the compiled code needs of Numba's runtime: memory with a count of its owners. */

typedef struct {
    int64_t owners;
    void *destructor, *of_destructor, *data;
    size_t size;
    void *allocator;
} Memory;

void *NRT_MemInfo_alloc_aligned(int64_t size, int32_t align) {
    Memory *memory = malloc(sizeof(Memory) + (size_t)size + (size_t)align);
    if (!memory)
        return NULL;
    uintptr_t start = (uintptr_t)(memory + 1);
    memory->owners = 1;
    memory->destructor = memory->of_destructor = memory->allocator = NULL;
    memory->data = (void *)((start + (uintptr_t)align - 1) / (uintptr_t)align * (uintptr_t)align);
    memory->size = (size_t)size;
    return memory;
}

void NRT_MemInfo_call_dtor(void *memory) { free(memory); }

void *NRT_Allocate(size_t size) { return malloc(size); }

void NRT_Free(void *memory) { free(memory); }

/* The strides of a contiguous array in another shape: the kernel makes no others. */
int32_t numba_attempt_nocopy_reshape(int64_t axes, const int64_t *shape, const int64_t *strides,
                                     int64_t new_axes, const int64_t *new_shape, int64_t *new_strides,
                                     int64_t item, int32_t by_columns) {
    (void)axes, (void)shape, (void)strides, (void)by_columns;
    for (int64_t axis = new_axes - 1; axis >= 0; axis--) {
        new_strides[axis] = item;
        item *= new_shape[axis];
    }
    return 1;
}
