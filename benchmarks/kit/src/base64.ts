/** Returns the base64 encoding of the text's UTF-8 bytes. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Decodes the output of {@link base64}. */
export function textOfBase64(data: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)))
}
