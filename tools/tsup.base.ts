import type { Options } from 'tsup'

const shared: Options = {
  entry: ['src/index.ts'],
  format: ['esm'],
  dts: false,
  // The bundles are not minified, so they can be read without source maps, which would double the size of each package.
  sourcemap: false,
  clean: true,
}

/**
 * For packages that run in Node, a browser and an edge runtime. `tsc -p tsconfig.build.json` writes the declarations
 * and checks no types: `pnpm typecheck` does, and `pnpm pack:check` as others see them.
 */
export const neutralBuild: Options = { ...shared, platform: 'neutral', target: 'es2023' }

/** For packages that import `node:` modules. `tsc -p tsconfig.build.json` writes the declarations. */
export const nodeBuild: Options = { ...shared, platform: 'node', target: 'node20' }
