import { Modal as AntModal, type ModalProps } from 'antd'

/** antd's Modal without transitions. Only dialog.tsx loads it. */
export function Modal(props: ModalProps) {
  return <AntModal destroyOnHidden {...props} transitionName="" maskTransitionName="" />
}
