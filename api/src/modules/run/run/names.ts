import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    stop: { zh: '停止运行', en: 'Stop a run', pt: 'Parar uma execução' },
  },
  objects: {
    run: { zh: '运行', en: 'Run', pt: 'Execução' },
  },
}
