/** Whether a text is a question: `booked?` states nothing. */
export function isAsking(text: string): boolean {
  return /[?\u00bf\u037e\u061f\u203d\u2047-\u2049\ufe56\uff1f]/.test(text)
}
