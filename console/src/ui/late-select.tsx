import type { SelectProps } from 'antd'
import { lateField } from './late-field.tsx'

/** antd's Select for lists. */
// What antd's own type says of every value is of no use here.
export const LateSelect = lateField<SelectProps>(async () => ({ default: (await import('antd/es/select')).default }))
