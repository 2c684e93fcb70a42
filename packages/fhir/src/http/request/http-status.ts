const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  501: 'Not Implemented',
}

/** Returns the status as written in Bundle entries: `201 Created`. */
export function formatStatus(status: number): string {
  const phrase = phrases[status]
  return phrase === undefined ? String(status) : `${status} ${phrase}`
}
