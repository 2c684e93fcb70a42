import { readFileSync } from 'node:fs'
import { Converter, ReflectionKind } from 'typedoc'

/**
 * Calls the modules of the reference what one imports: `packages/client/src/node/index.ts` is `@carebench/client/node`.
 */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Module)) return
    const [declaration] = context.getSymbolFromReflection(reflection)?.declarations ?? []
    const [, folder, file] = declaration?.getSourceFile().fileName.match(/^(.+)\/src\/(.+)\.ts$/) ?? []
    if (folder === undefined) throw new Error(`The module ${reflection.name} is no source of a package.`)
    const { name } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    const entry = file.replace(/\/?index$/, '')
    reflection.name = entry === '' ? name : `${name}/${entry}`
  })
}
