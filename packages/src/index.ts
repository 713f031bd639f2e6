/** The door of the room. */
export { packagesDir, readPackage, readPackages } from './read-packages.ts'
