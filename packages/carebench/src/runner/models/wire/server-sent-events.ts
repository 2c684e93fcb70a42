/** Reads the data of server-sent events as it arrives; comments and other fields are left out. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest: string[] = []
  let cut = ''
  let data: string[] = []
  const take = function* (line: string): Generator<string> {
    if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    } else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
  }
  for await (const chunk of body) {
    const text = cut + decoder.decode(chunk, { stream: true })
    // A carriage return at the end may be half of a line end.
    cut = text.endsWith('\r') ? '\r' : ''
    const [first = '', ...lines] = text.slice(0, text.length - cut.length).split(/\r\n|\n|\r/)
    // Only new data is searched, because a line may arrive in a million chunks.
    rest.push(first)
    for (const line of lines) {
      yield* take(rest.join(''))
      rest = [line]
    }
  }
  // Some servers do not terminate their last event.
  for (const line of (rest.join('') + cut + decoder.decode()).split(/\r\n|\n|\r/)) yield* take(line)
  yield* take('')
}
