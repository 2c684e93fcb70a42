import { bytesFromBase64, type Steps } from '@carebench/protocol/wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The content of a file: text if its bytes are UTF-8, otherwise base64. Both reproduce the bytes exactly. */
export type FileContent = { readonly content: string } | { readonly content_base64: string }

/** The content of a file, its size in bytes, and its SHA-256 in lower-case hex. */
export type MeasuredContent = FileContent & { readonly size: number; readonly sha256: string }

/** Creates the content of a file from its bytes, in steps. */
export function* measureContentInSteps(bytes: Uint8Array): Steps<MeasuredContent> {
  const content = yield* contentFromBytes(bytes)
  yield
  const hash = sha256.create()
  for (let start = 0; start < bytes.length; start += stepBytes) {
    hash.update(bytes.subarray(start, start + stepBytes))
    yield
  }
  return { ...content, size: bytes.length, sha256: bytesToHex(hash.digest()) }
}

const stepBytes = 262_144

/** Returns the bytes of a text; an unpaired surrogate becomes U+FFFD. */
export function bytesFromText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Decodes base64 text; undefined if it is invalid. */
export function readBase64(base64: string): Uint8Array | undefined {
  try {
    return bytesFromBase64(base64)
  } catch {
    return undefined
  }
}

function* contentFromBytes(bytes: Uint8Array): Steps<FileContent> {
  try {
    // A byte order mark is part of the file.
    return { content: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { content_base64: yield* base64FromBytes(bytes) }
  }
}

/** Bytes encoded per step, a multiple of three so that the parts can be joined. */
const encodedAtOnce = 8190

function* base64FromBytes(bytes: Uint8Array): Steps<string> {
  let text = ''
  for (let start = 0; start < bytes.length; start += encodedAtOnce) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + encodedAtOnce)))
    yield
  }
  return text
}
