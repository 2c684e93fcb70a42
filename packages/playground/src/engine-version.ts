/** Written into every log entry; raised when the same call would have other effects. */
export const engineVersion = '1'
