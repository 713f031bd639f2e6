import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    move: { zh: '移动续传位置', en: 'Move the cursor', pt: 'Mover o cursor' },
    range: { zh: '重读区间', en: 'Read a range again', pt: 'Ler um intervalo novamente' },
    remedy: { zh: '立即补漏', en: 'Run the remedy for omissions', pt: 'Executar a reposição de omissões' },
    scan: { zh: '核对已删除的记录', en: 'Look for deleted records', pt: 'Procurar registros excluídos' },
  },
}
