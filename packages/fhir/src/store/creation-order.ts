import type { StoredResource } from '../resource/fhir-resource.js'
import type { Layer } from './store-layer.js'

/** Some resources of a layer, in creation order, some of which the layer may hide. */
export interface LayerList {
  readonly layer: Pick<Layer, 'hides'>
  readonly list: readonly StoredResource[]
}

/** Merges a store's own resources with those that layers do not hide, in creation order. */
export function* mergeInCreationOrder(
  own: readonly StoredResource[],
  layers: readonly LayerList[],
): Generator<StoredResource, void, undefined> {
  const lists = layers.map(({ layer, list }) => ({ layer, list, place: 0 }))
  for (let ownPlace = 0; ; ) {
    let next = own[ownPlace]
    let from: (typeof lists)[number] | undefined
    for (const one of lists) {
      let stored = one.list[one.place]
      while (stored !== undefined && one.layer.hides(stored)) stored = one.list[++one.place]
      if (stored === undefined || (next !== undefined && next.created < stored.created)) continue
      next = stored
      from = one
    }
    if (next === undefined) return
    if (from === undefined) ownPlace++
    else from.place++
    yield next
  }
}
