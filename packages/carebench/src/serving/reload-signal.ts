/** Calls `reload` with each SIGHUP, which then no longer ends the process, until the returned function is called. */
export function onReloadSignal(reload: () => void): () => void {
  process.on('SIGHUP', reload)
  return () => void process.off('SIGHUP', reload)
}
