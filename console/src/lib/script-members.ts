/** A member that a script may use, as completion offers it. */
export interface ScriptMember {
  /** As it is written: `ctx.hmac`. */
  readonly label: string
  /** Its type, or how it is called. */
  readonly detail: string
  /** In the reader's language. */
  readonly doc: string
}

/**
 * Members of the interfaces in a text of declarations. `names` says by which name a script knows each interface, and
 * `docs` is by the member's label; a member without one is left out, so that nothing is offered unexplained.
 */
export function listScriptMembers(
  declarations: string,
  names: Readonly<Record<string, string>>,
  docs: Readonly<Record<string, string>>,
): ScriptMember[] {
  return Array.from(declarations.matchAll(/^interface (\w+) \{\n(.*?)^\}/gms)).flatMap(([, type = '', body = '']) => {
    const name = names[type]
    if (name === undefined) return []
    return Array.from(body.matchAll(/^ {2}(?:readonly )?(\w+)\??(\(.*\))?: (.+)$/gm)).flatMap(
      ([, member = '', args = '', result = '']) => {
        const label = `${name}.${member}`
        const doc = docs[label]
        return doc === undefined ? [] : [{ label, detail: args === '' ? result : `${args}: ${result}`, doc }]
      },
    )
  })
}
