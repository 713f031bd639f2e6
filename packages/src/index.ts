/** The door of the room. */
export { packagesDir, readPackage, readPackages } from './read-packages.ts'
export { writePackage } from './write-package.ts'
