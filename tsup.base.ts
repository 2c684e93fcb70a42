import type { Options } from 'tsup'

const shared: Options = {
  entry: ['src/index.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
}

/** For packages that run in Node, a browser and an edge runtime. `tsc -p tsconfig.build.json` writes the declarations. */
export const neutralBuild: Options = { ...shared, platform: 'neutral', target: 'es2023' }

/** For packages that import `node:` modules. `tsc -p tsconfig.build.json` writes the declarations. */
export const nodeBuild: Options = { ...shared, platform: 'node', target: 'node20' }
