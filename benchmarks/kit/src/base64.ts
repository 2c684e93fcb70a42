/** The base64 of the UTF-8 bytes of a text. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
