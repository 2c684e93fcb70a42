/**
 * Returns the command lines of carebench in a script, as words: `carebench run x`, also after npx or pnpm, or within
 * `$(…)`. Understands quotes, comments and the ends of commands, but no other syntax of shells; and the notation of
 * pages: `<model>` is a word, `a|b` stands for `a` and for `b`.
 */
export function commandLinesIn(script: string): string[][] {
  const lines = script.replaceAll(/ *\\\n */g, ' ').split('\n')
  return lines
    .flatMap((line) =>
      [...line.matchAll(start)].map(({ index, 0: { length } }) => splitWords(line.slice(index + length))),
    )
    .flatMap(alternatives)
}

/** Matches where a command begins; not in `cd carebench` or `npm install carebench`. */
const start = new RegExp(
  '(?:^|[;&|(]|"\\$\\()\\s*(?:[A-Z_]+=\\S* )*' +
    '(?:npx (?:-y pnpm@\\S+ )?|pnpm |node scripts/)?carebench(?:\\.mjs)?(?: +(?=[a-z-]))',
  'g',
)

/** Splits a text into words, up to the end of the command. */
function splitWords(text: string): string[] {
  const words: string[] = []
  let rest = text
  for (;;) {
    rest = rest.replace(/^\s+/, '')
    if (/^(?:$|#|\|\||[|&;)<>](?!\S)|&&|[>)])/.test(rest)) return words
    const [word = ''] = /^(?:"[^"]*"|'[^']*'|<[a-z-]+>|[^\s"'<>)]+)+/.exec(rest) ?? []
    if (word === '') return words
    words.push(word.replaceAll(/["']/g, ''))
    rest = rest.slice(word.length)
  }
}

function alternatives(words: readonly string[]): string[][] {
  const [first, ...others] = words
  if (first === undefined) return [[]]
  const heads = /^[\w@|-]+$/.test(first) ? first.split('|') : [first]
  return alternatives(others).flatMap((tail) => heads.map((head) => [head, ...tail]))
}
