import type { JsonObject } from '@carebench/protocol'

/** A text exactly as it is, but for the ends of its lines and the white space after the last. */
export function exactText(text: string): JsonObject {
  const lines = text.trimEnd()
  return {
    $oneOf: [
      ...new Set(['\n', '\r\n'].flatMap((end) => [lines, `${lines}\n`].map((one) => one.replaceAll('\n', end)))),
    ],
  }
}
