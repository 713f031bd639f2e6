import type babel from '@rolldown/plugin-babel'

type Compiler = Awaited<ReturnType<typeof babel>>

/**
 * Two builds of one process, the plan of the chunks and the build itself, hand the same modules to the compiler, which
 * takes most of their time: the second gets what the first was given.
 */
export async function compileOnce(made: Promise<Compiler>): Promise<Compiler> {
  const plugin = await made
  const { transform } = plugin
  if (typeof transform !== 'object') throw new Error(`${plugin.name} has no transform with a filter`)
  const { handler } = transform
  const compiled = new Map<string, ReturnType<typeof handler>>()
  // In place: the plugin itself sets the filter beside it later.
  transform.handler = function (code, id, options) {
    // Whoever develops asks for each edition of a file once.
    if (this.meta.watchMode) return handler.call(this, code, id, options)
    const key = `${id}\0${code}`
    const known = compiled.get(key)
    const result = known ?? handler.call(this, code, id, options)
    if (known === undefined) compiled.set(key, result)
    return result
  }
  return plugin
}
