/** Written into every log entry; increased when the same call would have other effects or events. */
export const engineVersion = '2'
