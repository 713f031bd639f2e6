import type { FormInstance } from 'antd'
import type { FormProblem } from '../model.ts'
import type { ConnectorForm } from '../types.ts'

/** Checks a part of the form; a problem is shown at its field, which gets the focus. */
export async function validate(form: FormInstance<ConnectorForm>, parts: readonly string[]): Promise<boolean> {
  try {
    await form.validateFields(
      parts.map(part => [part]),
      { recursive: true },
    )
    return true
  } catch (error) {
    const { errorFields } = error as { errorFields?: readonly { readonly name: (string | number)[] }[] } // antd's rejection
    focusField(form, errorFields?.[0]?.name)
    return false
  }
}

/** Puts the server's messages at their fields. */
export function showProblems(form: FormInstance<ConnectorForm>, problems: readonly FormProblem[]): void {
  // Every problem names a field of this form: `readProblems` keeps no other.
  form.setFields(problems as unknown as Parameters<typeof form.setFields>[0])
  focusField(form, problems[0]?.name)
}

/** After the next paint, when the field's step is shown. */
function focusField(form: FormInstance<ConnectorForm>, name: readonly (string | number)[] | undefined): void {
  if (name === undefined) return
  // The name's type lists the form's paths, which these are.
  const path = [...name] as Parameters<typeof form.scrollToField>[0]
  requestAnimationFrame(() => requestAnimationFrame(() => form.scrollToField(path, { focus: true, block: 'center' })))
}
