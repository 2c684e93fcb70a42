import type { Options } from 'tsup'

const shared: Options = {
  entry: ['src/index.ts'],
  format: ['esm'],
  dts: false,
  // The bundles keep names and lines, and can be read as they are; maps with all sources in them would double each
  // package.
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
