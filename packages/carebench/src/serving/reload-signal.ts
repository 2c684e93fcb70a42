/** Calls `reload` on each SIGHUP, which no longer ends the process, until the returned function is called. */
export function onReloadSignal(reload: () => void): () => void {
  process.on('SIGHUP', reload)
  return () => void process.off('SIGHUP', reload)
}
