import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** What is in a file: text where its bytes are UTF-8, else base64. The bytes come back exactly from both. */
export type FileContent = { readonly content: string } | { readonly content_base64: string }

/** What is in a file, its size in bytes, and its SHA-256 in lower-case hex. */
export type MeasuredContent = FileContent & { readonly size: number; readonly sha256: string }

/** Makes the content of a file from its bytes. */
export function measureContent(bytes: Uint8Array): MeasuredContent {
  return { ...contentFromBytes(bytes), size: bytes.length, sha256: bytesToHex(sha256(bytes)) }
}

/** The bytes of a text; half a surrogate pair becomes U+FFFD. */
export function bytesFromText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** The bytes that base64 stands for, or undefined if it is none. */
export function bytesFromBase64(base64: string): Uint8Array | undefined {
  let binary: string
  try {
    binary = atob(base64)
  } catch {
    return undefined
  }
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}

function contentFromBytes(bytes: Uint8Array): FileContent {
  try {
    // A byte order mark is part of the file.
    return { content: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { content_base64: base64FromBytes(bytes) }
  }
}

function base64FromBytes(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192))
  }
  return btoa(binary)
}
