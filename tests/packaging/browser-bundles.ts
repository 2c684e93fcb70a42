import { build } from 'esbuild'

/** The maximum size of an entry in a browser, minified with its dependencies, in bytes. */
const sizeBudgets: Readonly<Record<string, number>> = {
  '@carebench/client': 41_500,
  '@carebench/pagination': 20_000,
}

/**
 * Maximum size of a bundle of `import 'entry'` alone, minified, in bytes: unused exports must be dropped, which code
 * that runs at import prevents.
 */
const emptyBudget = 200

/** Bundles a program for browsers. Throws if that fails or gives a warning. */
export async function bundleForBrowsers(program: string, project: string, minify = false): Promise<Uint8Array> {
  const { outputFiles, warnings } = await build({
    stdin: { contents: program, resolveDir: project },
    bundle: true,
    minify,
    write: false,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
  })
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('; '))
  return outputFiles[0]?.contents ?? new Uint8Array()
}

/**
 * Throws if an entry cannot be bundled for browsers or exceeds its budget, or if more than {@link emptyBudget} remains
 * when none of its exports is used.
 */
export async function checkBundle(entry: string, project: string): Promise<void> {
  const budget = sizeBudgets[entry]
  const isWeighed = budget !== undefined
  const all = await bundleForBrowsers(`import * as all from '${entry}'\nglobalThis.all = all\n`, project, isWeighed)
  const none = await bundleForBrowsers(`import {} from '${entry}'\n`, project, true)
  console.log(`    ${entry}: ${all.byteLength} bytes${isWeighed ? ` minified, at most ${budget}` : ''}`)
  if (budget !== undefined && all.byteLength > budget) {
    throw new Error(`${entry} weighs ${all.byteLength} bytes minified; its budget is ${budget}.`)
  }
  if (none.byteLength > emptyBudget) {
    throw new Error(`${entry}: an import of nothing leaves ${none.byteLength} bytes, at most ${emptyBudget}.`)
  }
}
