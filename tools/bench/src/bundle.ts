import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/**
 * Bundles files the way the packages are published and returns the output folder. `entries` maps output names, without
 * extension, to sources. Running them through tsx would distort the comparison: it names every closure each time one is
 * created, so code with many closures pays more. Peers are not bundled but imported as installed.
 */
export async function bundle(folder: string, entries: Readonly<Record<string, string>>): Promise<string> {
  const outdir = join(folder, 'node_modules/.cache/bench')
  await build({
    entryPoints: { ...entries },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@carebench/source'],
    external: readPeers().flatMap((name) => [name, `${name}/*`]),
    // Bundled CommonJS code needs `require` for Node's modules. The alias must not clash with a name in the sources.
    banner: {
      js:
        "import { createRequire as createBundleRequire } from 'node:module'\nconst require = " +
        'createBundleRequire(import.meta.url)',
    },
    plugins: [ownAddresses],
    logLevel: 'warning',
  })
  return outdir
}

/**
 * Keeps `import.meta.url` of sources that start a thread, whose file is beside the source and not beside the bundle.
 */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup(build) {
    build.onLoad({ filter: /packages\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes('new Worker(new URL(')) return undefined
      const address = JSON.stringify(pathToFileURL(path).href)
      return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' }
    })
  },
}

/** All dependencies of the benchmarks except our own packages. */
function readPeers(): readonly string[] {
  const manifest: { readonly dependencies: object } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
  )
  return Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@carebench/'))
}
