/** Returns the response with a body that fails when it exceeds a number of bytes, decompressed. */
export function boundBody(response: Response, maxBytes: number, sender: 'provider' | 'service'): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  let size = 0
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > maxBytes) controller.error(new RangeError(`The ${sender} sent more than ${maxBytes} bytes.`))
      else controller.enqueue(chunk)
    },
  })
  return new Response(body.pipeThrough(bounded), { status, statusText, headers })
}
