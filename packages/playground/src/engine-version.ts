/** Written into every log entry; increased when the same call would have other effects. */
export const engineVersion = '1'
