import { create } from 'zustand'

interface OwnPassword {
  readonly isOpen: boolean
}

/** Whether the dialog for one's own password is open; the frame draws it, any page may open it. */
export const useOwnPassword = create<OwnPassword>(() => ({ isOpen: false }))

export const openOwnPassword = (): void => useOwnPassword.setState({ isOpen: true })
export const closeOwnPassword = (): void => useOwnPassword.setState({ isOpen: false })
