import { Modal as AntModal, type ModalProps } from 'antd'
import { FirstField } from './first-field.tsx'

/** antd's Modal without transitions, the focus in its first field. Only dialog.tsx loads it. */
export function Modal({ children, ...props }: ModalProps) {
  return (
    <AntModal destroyOnHidden {...props} transitionName="" maskTransitionName="">
      <FirstField />
      {children}
    </AntModal>
  )
}
