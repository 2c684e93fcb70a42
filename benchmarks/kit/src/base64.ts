/** The base64 of the UTF-8 bytes of a text. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** The text of which {@link base64} has made this. */
export function textOfBase64(data: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)))
}
