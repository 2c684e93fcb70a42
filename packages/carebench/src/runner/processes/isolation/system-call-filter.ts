/** For each processor, its value in `seccomp_data.arch`, and the number of the first of three system calls for keys. */
const processors = {
  x86_64: [0xc000_003e, 248],
  i386: [0x4000_0003, 286],
  aarch64: [0xc000_00b7, 217],
  arm: [0x4000_0028, 309],
  riscv64: [0xc000_00f3, 217],
  loongarch64: [0xc000_0102, 217],
  s390x: [0x8000_0016, 278],
  ppc64le: [0xc000_0015, 269],
} as const

const load = 0x20
const and = 0x54
const jumpIfEqual = 0x15
const jumpIfGreater = 0x25
const jumpIfAtLeast = 0x35
const end = 0x06
const allow = 0x7fff_0000
/** Returns ENOSYS, as on a kernel without keys, which programs can handle. */
const missing = 0x0005_0026
/** Mask that clears the x32 bit: system calls with short pointers on x86_64 have the same numbers otherwise. */
const withoutShortPointers = 0xbfff_ffff

/**
 * Returns the filter of system calls for a sandbox, as `bwrap --seccomp` reads it. It disables kernel keys (`add_key`,
 * `request_key`, `keyctl`), which no namespace separates: an agent could read the keys of the user's session, and pass
 * data to later trials.
 */
export function filterSystemCalls(): Buffer {
  const blocks = Object.values(processors).flatMap(([processor, first]) => [
    instruct(jumpIfEqual, processor, 0, 6),
    instruct(load, 0),
    instruct(and, withoutShortPointers),
    instruct(jumpIfAtLeast, first, 0, 2),
    instruct(jumpIfGreater, first + 2, 1, 0),
    instruct(end, missing),
    instruct(end, allow),
  ])
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
