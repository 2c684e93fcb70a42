/** The numbers of a processor's system calls that are filtered. */
interface Processor {
  /** Its value in `seccomp_data.arch`. */
  readonly id: number
  /** The first of the three system calls for kernel keys. */
  readonly keys: number
  readonly socket: number
  /** The system call in which older 32-bit programs make all calls of sockets. */
  readonly socketcall?: number
  readonly isBigEndian?: true
}

const processors: readonly Processor[] = [
  // x86_64, i386
  { id: 0xc000_003e, keys: 248, socket: 41 },
  { id: 0x4000_0003, keys: 286, socket: 359, socketcall: 102 },
  // aarch64, arm
  { id: 0xc000_00b7, keys: 217, socket: 198 },
  { id: 0x4000_0028, keys: 309, socket: 281 },
  // riscv64, loongarch64
  { id: 0xc000_00f3, keys: 217, socket: 198 },
  { id: 0xc000_0102, keys: 217, socket: 198 },
  // s390x, ppc64le
  { id: 0x8000_0016, keys: 278, socket: 359, socketcall: 102, isBigEndian: true },
  { id: 0xc000_0015, keys: 269, socket: 326, socketcall: 102 },
]

/** `io_uring_setup`, the same on all processors: a ring opens sockets past this filter. */
const ioUring = 425
/** The families of sockets that namespaces separate: Unix, IPv4, IPv6 and netlink. */
const families = [1, 2, 10, 16]

const load = 0x20
const and = 0x54
const jumpIfEqual = 0x15
const jumpIfGreater = 0x25
const jumpIfAtLeast = 0x35
const end = 0x06
const allow = 0x7fff_0000
/** Returns ENOSYS, as on a kernel without the call, which programs can handle. */
const missing = 0x0005_0026
/** Returns EAFNOSUPPORT, as on a kernel without the family. */
const noFamily = 0x0005_0061
/** Mask that clears the x32 bit: system calls with short pointers on x86_64 have the same numbers otherwise. */
const withoutShortPointers = 0xbfff_ffff

/**
 * Returns the filter of system calls for a sandbox, as `bwrap --seccomp` reads it. It disables what no namespace
 * separates: kernel keys (`add_key`, `request_key`, `keyctl`), with which an agent could read the keys of the user's
 * session, and sockets of other families, such as those between a virtual machine and its host (`AF_VSOCK`).
 */
export function filterSystemCalls(): Buffer {
  const blocks = processors.flatMap(({ id, keys, socket, socketcall, isBigEndian }) => {
    const loadFirst = instruct(load, isBigEndian ? 20 : 16)
    const own = [
      instruct(load, 0),
      instruct(and, withoutShortPointers),
      instruct(jumpIfEqual, ioUring, 2, 0),
      instruct(jumpIfAtLeast, keys, 0, 2),
      instruct(jumpIfGreater, keys + 2, 1, 0),
      instruct(end, missing),
      instruct(jumpIfEqual, socket, 0, families.length + 3),
      loadFirst,
      ...families.map((family, index) => instruct(jumpIfEqual, family, families.length - index, 0)),
      instruct(end, noFamily),
      instruct(end, allow),
      // Its first argument says which call it is; 1 opens a socket, of a family that cannot be read here.
      ...(socketcall === undefined
        ? []
        : [
            instruct(jumpIfEqual, socketcall, 0, 3),
            loadFirst,
            instruct(jumpIfEqual, 1, 0, 1),
            instruct(end, noFamily),
          ]),
      instruct(end, allow),
    ]
    return [instruct(jumpIfEqual, id, 0, own.length), ...own]
  })
  return Buffer.concat([instruct(load, 4), ...blocks, instruct(end, allow)])
}

/** Encodes an instruction of classic BPF; jumps count the instructions that they skip. */
function instruct(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}
