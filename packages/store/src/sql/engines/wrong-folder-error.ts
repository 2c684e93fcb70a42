/** Thrown if a folder is not one that this version can open. */
export class WrongFolderError extends Error {
  override readonly name = 'WrongFolderError'
}
