/** The base64 of the UTF-8 bytes of a text. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Decodes text that {@link base64} has encoded. */
export function textOfBase64(data: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)))
}
