// waiver: size: a catalogue; one line an entry.
import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const engineSentences: Sentences = {
  'Version {version} of the package {name} was withdrawn by the market it came from; what is installed stays.':
    'A versão {version} do pacote {name} foi retirada pelo mercado de onde veio; o que está instalado fica.',
  'A {platform} connector takes no messages.': 'Um conector {platform} não recebe mensagens.',
  'No answer.': 'Sem resposta.',
  'The access granted to the connector {connector} has ended; grant it again.':
    'O acesso concedido ao conector {connector} terminou; conceda-o de novo.',
  'The access granted to the connector {connector} ends at {ends_at}; grant it again before.':
    'O acesso concedido ao conector {connector} termina em {ends_at}; conceda-o de novo antes.',
  'Sent {count} records to the target by hand from the debugger ({user}); they are in no books.':
    'Enviados {count} registros ao destino à mão pelo depurador ({user}); não estão em conta nenhuma.',
  'A canary begins: {share} % of the keys go by version {version}.':
    'Começa um canário: {share} % das chaves seguem a versão {version}.',
  'The canary is promoted: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    'O canário foi promovido: {failed} de {records} registros falharam pela versão {version}, {old_failed} de {old_records} pela versão {base}.',
  'The canary has reached its limits and waits for a decision: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    'O canário atingiu os seus limites e espera uma decisão: {failed} de {records} registros falharam pela versão {version}, {old_failed} de {old_records} pela versão {base}.',
  'The canary is rolled back by hand: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    'O canário foi revertido manualmente: {failed} de {records} registros falharam pela versão {version}, {old_failed} de {old_records} pela versão {base}.',
  'The canary is rolled back, because the books of a run do not balance: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    'O canário foi revertido porque as contas de uma execução não fecham: {failed} de {records} registros falharam pela versão {version}, {old_failed} de {old_records} pela versão {base}.',
  'The canary is rolled back, because too many records failed: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    'O canário foi revertido porque registros demais falharam: {failed} de {records} registros falharam pela versão {version}, {old_failed} de {old_records} pela versão {base}.',
  'The canary is rolled back, because its mapping cannot be run: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    'O canário foi revertido porque o seu mapeamento não pode ser executado: {failed} de {records} registros falharam pela versão {version}, {old_failed} de {old_records} pela versão {base}.',
  'Nobody has granted this connector access yet.': 'Ninguém concedeu acesso a este conector ainda.',
  'Grant access on the page of the connector.': 'Conceda o acesso na página do conector.',
  'The granted access has ended: {reason}.': 'O acesso concedido terminou: {reason}.',
  'Grant access again on the page of the connector.': 'Conceda o acesso novamente na página do conector.',
  'The authorization server answered {status}.': 'O servidor de autorização respondeu {status}.',
  'Another process has been refreshing the granted access for too long.':
    'Outro processo está renovando o acesso concedido há tempo demais.',
  'Try again later.': 'Tente novamente mais tarde.',
  'The value map "{name}" is read backwards, and {ambiguous} of its values have several answers.':
    'O mapa de valores "{name}" é lido no sentido inverso, e {ambiguous} de seus valores têm várias respostas.',
  'The value map "{name}" has no lines.': 'O mapa de valores "{name}" não tem linhas.',
  'By the ignore rule "{contains}" the record is left out.':
    'Pela regra de exclusão "{contains}" o registro foi deixado de fora.',
  'By the ignore rule "{contains}" the record counts as finished.':
    'Pela regra de exclusão "{contains}" o registro conta como concluído.',
  'A correction names a field and its new value.': 'Uma correção indica um campo e o novo valor.',
  'The record has no place for the field "{field}".': 'O registro não tem lugar para o campo "{field}".',
  'Name the field as the record has it: buyer.name, lines[0].qty.':
    'Escreva o campo como está no registro: buyer.name, lines[0].qty.',
  'A correction needs at least one changed field.': 'Uma correção precisa de pelo menos um campo alterado.',
  'The record is not stored any more.': 'O registro não está mais armazenado.',
  'The answer to its write was lost, so a repeat may double it. Settle it in the list of unanswered writes.':
    'A resposta da gravação se perdeu; repetir pode duplicar. Resolva na lista de gravações sem resposta.',
  'It waits for a run already.': 'Já aguarda uma execução.',
  'A run has it in hand.': 'Uma execução está com ele.',
  'It is not in error any more.': 'Não está mais em erro.',
  'It is in error for another reason now.': 'Agora está em erro por outro motivo.',
  'Nothing was sent for it that could be sent again.': 'Nada foi enviado que possa ser reenviado.',
  'The rehearsal was taken up several times and never came to its end.':
    'O ensaio foi retomado várias vezes e nunca chegou ao fim.',
  'Rehearse fewer records.': 'Ensaie menos registros.',
  'The discovery was taken up several times and never came to its end.':
    'A listagem foi retomada várias vezes e nunca chegou ao fim.',
  'Ask for it again; narrow what the connector sees, for example to one schema.':
    'Peça-a novamente; restrinja o que o conector enxerga, por exemplo a um esquema.',
  'The far system did not answer within {seconds} seconds.': 'O sistema externo não respondeu em {seconds} segundos.',
  'Ask again when it is less busy; narrow what the connector sees, for example to one schema.':
    'Tente de novo quando ele estiver menos ocupado; restrinja o que o conector enxerga, por exemplo a um esquema.',
  'The connector has another environment now.': 'O conector agora está em outro ambiente.',
  'The runs that were to take the records up were stopped. The records wait for the next run of the strategy.':
    'As execuções que pegariam os registros foram paradas. Os registros aguardam a próxima execução da estratégia.',
  'Single records cannot be read from this source.': 'Não é possível ler registros individuais desta origem.',
  'Process them again as they are stored, or run the strategy.':
    'Processe-os de novo como estão armazenados, ou execute a estratégia.',
  'Reading {count} records again by their key.': 'Lendo de novo {count} registros pela chave.',
  'Records whose key is made of several fields cannot be read one by one.':
    'Registros cuja chave tem vários campos não podem ser lidos um a um.',
  'The run that was to read the records again was stopped.': 'A execução que leria os registros de novo foi parada.',
  'This target cannot be asked which records it has.':
    'Não é possível perguntar a este destino quais registros ele tem.',
  'Look them up in the far system, then confirm or resend them here.':
    'Procure-os no sistema externo e depois confirme ou reenvie-os aqui.',
  'What was sent is not kept any more.': 'O que foi enviado não é mais mantido.',
  'A strategy that replaces the whole set reads everything in every run.':
    'Uma estratégia que substitui o conjunto inteiro lê tudo em cada execução.',
  'Start the strategy instead.': 'Inicie a estratégia em vez disso.',
  'The strategy leaves deleted records alone, so there is nothing to scan for.':
    'A estratégia não trata registros excluídos, por isso não há nada a varrer.',
  'Choose to mark or to delete them, then scan again.': 'Escolha marcar ou excluir e depois varra novamente.',
  'A range needs an increment field, and the strategy has none.':
    'Um intervalo precisa de um campo de incremento, e a estratégia não tem nenhum.',
  'Choose an increment field, or run everything.': 'Escolha um campo de incremento ou execute tudo.',
  'This version of the strategy has no remedy for omissions.':
    'Esta versão da estratégia não tem reposição de omissões.',
  'Reading the keys of the source, to find what is gone.':
    'Lendo as chaves da origem, para descobrir o que não existe mais.',
  'Reading {field} from {from} to {to} again; the cursor does not move.':
    'Lendo {field} de {from~} até {to~} novamente; o cursor não se move.',
  'The process ended while the new set was being made. The target holds one whole set.':
    'O processo terminou enquanto o novo conjunto era criado. O destino contém um conjunto inteiro.',
  'Start the strategy again.': 'Inicie a estratégia novamente.',
  '{errors} records were rejected or could not be written, at most {maxErrors} of all may be missing. The target keeps its old rows.':
    '{errors} registros foram rejeitados ou não puderam ser gravados; no máximo {maxErrors} de todos podem faltar. O destino mantém as linhas antigas.',
  'Mend these records, or allow a set without them.': 'Corrija estes registros ou permita um conjunto sem eles.',
  'The source answered with no records. The target keeps its old rows.':
    'A origem respondeu sem registros. O destino mantém as linhas antigas.',
  'Look at the source; allow an empty set where that is meant.':
    'Verifique a origem; permita um conjunto vazio quando for essa a intenção.',
  '{unreadable} rows of the source have no readable key, so nobody can say what is gone. Nothing was deleted.':
    '{unreadable} linhas da origem não têm chave legível, por isso ninguém sabe dizer o que não existe mais. Nada foi excluído.',
  'Mend the key of these rows at the source, then scan again.':
    'Corrija a chave dessas linhas na origem e varra novamente.',
  '{vanished} of {known} known records are gone at the source, more than the {maxPercent} % that may be deleted without a person. Nothing was deleted.':
    '{vanished} de {known} registros conhecidos não existem mais na origem, mais do que os {maxPercent} % que podem ser excluídos sem uma pessoa. Nada foi excluído.',
  'Look at the source, then confirm the deletion on the strategy.':
    'Verifique a origem e depois confirme a exclusão na estratégia.',
  'A {platform} target cannot exchange its rows for a new set in one step.':
    'Um destino {platform} não pode trocar suas linhas por um novo conjunto em um só passo.',
  'Write by key instead, and let deleted records be found by a key scan.':
    'Grave pela chave e deixe uma varredura de chaves encontrar os registros excluídos.',
  'A newer version of this record follows in the same run.':
    'Uma versão mais nova deste registro vem na mesma execução.',
  'The record is gone at the source, and this target cannot delete.':
    'O registro não existe mais na origem, e este destino não pode excluir.',
  'Choose to mark deleted records only, or remove the row at the target by hand and confirm the record.':
    'Escolha apenas marcar os registros excluídos ou remova a linha no destino manualmente e confirme o registro.',
  'The increment field holds numbers like {like}, which are no times.':
    'O campo de incremento contém números como {like}, que não são horas.',
  'Choose a time as the increment field, or run a range by hand.':
    'Escolha uma hora como campo de incremento ou execute um intervalo manualmente.',
  'Deleted at the source; the strategy leaves deleted records alone.':
    'Excluído na origem; a estratégia não trata registros excluídos.',
  'Something went wrong inside Sluice. The log has the details.':
    'Algo deu errado dentro do Sluice. O log tem os detalhes.',
  'Only records that are done, in error, ignored, cancelled or deleted can be cleaned up.':
    'Somente registros concluídos, com erro, ignorados, cancelados ou excluídos podem ser limpos.',
  'There is no such archive.': 'Este arquivamento não existe.',
  'The archive does not read back as it was written, so nothing was deleted.':
    'O arquivamento não é relido como foi gravado, por isso nada foi excluído.',
  'Check the disk below DATA_DIR/archive.': 'Verifique o disco abaixo de DATA_DIR/archive.',
  'The file of this archive is missing or was changed, so it cannot be restored.':
    'O arquivo deste arquivamento está ausente ou foi alterado, por isso não pode ser restaurado.',
  'Bring the file back from a backup of DATA_DIR/archive.': 'Recupere o arquivo de um backup de DATA_DIR/archive.',
  'Paused because the storage is full; goes on by itself when there is space.':
    'Pausada porque o armazenamento está cheio; continua sozinha quando houver espaço.',
  'Paused because the database does not answer; goes on by itself when it is back.':
    'Pausada porque o banco de dados não responde; continua sozinha quando ele voltar.',
  'A {platform} connector cannot be a source.': 'Um conector {platform} não pode ser origem.',
  'A {platform} connector cannot be a target.': 'Um conector {platform} não pode ser destino.',
  '{platform} cannot make a table from here.': '{platform~} não pode criar uma tabela a partir daqui.',
  'Make it at the target and choose it there.': 'Crie-a no destino e escolha-a lá.',
  '{platform} is no language model.': '{platform~} não é um modelo de linguagem.',
  'Choose a connector of a platform that is one.': 'Escolha um conector de uma plataforma que seja um.',
  'The test took longer than {seconds} seconds and was given up.':
    'O teste demorou mais de {seconds} segundos e foi abandonado.',
  'Check that the address can be reached from here and that no firewall drops the connection.':
    'Verifique se o endereço é alcançável daqui e se nenhum firewall descarta a conexão.',
  'The connector does not exist any more.': 'O conector não existe mais.',
  'Choose another connector.': 'Escolha outro conector.',
  'This installation has no connector for the platform {platform}.':
    'Esta instalação não tem conector para a plataforma {platform}.',
  'A stored secret cannot be opened. Enter it again, or restore the master key.':
    'Um segredo armazenado não pode ser aberto. Informe-o novamente ou restaure a chave mestra.',
  'This directory is not open to connectors, or does not exist.':
    'Este diretório não está liberado para conectores ou não existe.',
  'The operator opens directories by the setting FILE_DIRECTORIES.':
    'O operador libera diretórios pela configuração FILE_DIRECTORIES.',
  'The file does not exist any more.': 'O arquivo não existe mais.',
  'The process on {host} seals secrets with another master key, so this one could not open them.':
    'O processo em {host} sela segredos com outra chave mestra, por isso este não conseguiria abri-los.',
  'Give every process of the installation the same MASTER_KEY, or the same DATA_DIR/master.key.':
    'Dê a todos os processos da instalação a mesma MASTER_KEY ou o mesmo DATA_DIR/master.key.',
  'The process pool {name} takes no runs now; they wait until it resumes.':
    'O pool de processos {name} não aceita execuções agora; elas aguardam até que ele seja retomado.',
  'No living process serves the process pool {name}; runs wait until one does.':
    'Nenhum processo ativo serve o pool de processos {name}; as execuções aguardam até que um o faça.',
  'The bytes of this file are not on this machine.': 'Os bytes deste arquivo não estão nesta máquina.',
  'Let all machines share DATA_DIR/files, or bind the strategy to a process pool whose machines hold the file; otherwise upload it again.':
    'Faça todas as máquinas compartilharem DATA_DIR/files ou vincule a estratégia a um pool de processos cujas máquinas tenham o arquivo; senão, envie-o novamente.',
  'Upload it again and choose it in the connector.': 'Envie-o novamente e escolha-o no conector.',
  '{connector} cannot be a source.': '{connector} não pode ser origem.',
  '{connector} cannot be a target.': '{connector} não pode ser destino.',
  'The connector {name} has never been tested.': 'O conector {name} nunca foi testado.',
  'The last test of the connector {name} failed.': 'O último teste do conector {name} falhou.',
  'The connector {name} belongs to the {env} environment.': 'O conector {name} pertence ao ambiente de {env!}.',
  test: 'teste',
  development: 'desenvolvimento',
  'The row filter compares "{field}", which is a number, with "{value}" (value {place}), which no row equals.':
    'O filtro de linhas compara "{field}", que é um número, com "{value}" (valor {place}), ao qual nenhuma linha é igual.',
  'The row filter compares "{field}", which is a date, with "{value}" (value {place}), which no row equals.':
    'O filtro de linhas compara "{field}", que é uma data, com "{value}" (valor {place}), ao qual nenhuma linha é igual.',
  'The row filter compares "{field}", which is a truth value, with "{value}" (value {place}), which no row equals.':
    'O filtro de linhas compara "{field}", que é um valor lógico, com "{value}" (valor {place}), ao qual nenhuma linha é igual.',
  'The row filter compares "{field}", which has a time zone, with "{value}" (value {place}), which names none; choose its zone.':
    'O filtro de linhas compara "{field}", que tem fuso horário, com "{value}" (valor {place}), que não indica nenhum; escolha o fuso.',
  'The source has no field {field}.': 'A origem não tem o campo {field}.',
  'The target has no field {field}.': 'O destino não tem o campo {field}.',
  'The strategy {name} already moves the same source to the same target.':
    'A estratégia {name} já move a mesma origem para o mesmo destino.',
  'The target cannot be opened: {message}': 'O destino não pode ser aberto: {message~}',
  'The source {resource} has no records yet.': 'A origem {resource} ainda não tem registros.',
  'The far system asked for a pause, so nothing is sent to it for now.':
    'O sistema externo pediu uma pausa, por isso nada é enviado a ele por enquanto.',
  'The far system has failed several times in a row, so nothing is sent to it for now.':
    'O sistema externo falhou várias vezes seguidas, por isso nada é enviado a ele por enquanto.',
  'The schedule never fires: no date fits it.': 'A agenda nunca dispara: nenhuma data corresponde a ela.',
  'A schedule has five parts (minute, hour, day, month, weekday); this has {count}.':
    'Uma agenda tem cinco partes (minuto, hora, dia, mês, dia da semana); esta tem {count}.',
  'The {name} part "{part}" is not valid; it takes {range}, lists, ranges and steps.':
    'A parte {name!} "{part}" não é válida; aceita {range~}, listas, intervalos e passos.',
  minute: 'minuto',
  hour: 'hora',
  'day of month': 'dia do mês',
  month: 'mês',
  'day of week': 'dia da semana',
  '0–7, 0 and 7 being Sunday': '0–7, em que 0 e 7 são domingo',
  'There is no time zone {zone}; use a name such as Asia/Shanghai.':
    'Não existe o fuso horário {zone}; use um nome como Asia/Shanghai.',
  'The schedule never fires inside its active windows.': 'A agenda nunca dispara dentro de suas janelas ativas.',
  'The slot {slot} waits because the strategy is still running; one run follows.':
    'O horário {slot} aguarda porque a estratégia ainda está em execução; uma execução virá depois.',
  '{count} slots were missed, the first at {first}; they were left out.':
    '{count} horários foram perdidos, o primeiro às {first}; foram pulados.',
  '{count} slots were missed, the first at {first}; one run makes up for them.':
    '{count} horários foram perdidos, o primeiro às {first}; uma execução os compensa.',
  '{count} slots were missed, the first at {first}; each is run now.':
    '{count} horários foram perdidos, o primeiro às {first}; cada um é executado agora.',
  'The slot {slot} was skipped because the strategy was still running.':
    'O horário {slot} foi pulado porque a estratégia ainda estava em execução.',
  'The schedule has no next slot: {message}': 'A agenda não tem próximo horário: {message~}',
  'The source broke off with an error that its connector does not know.':
    'A origem foi interrompida por um erro que o conector não conhece.',
  'The source answered with a place it was already at, so its pages would never end.':
    'A origem respondeu com uma posição em que já estava, por isso as páginas nunca terminariam.',
  'Check the paging settings of the source.': 'Verifique a configuração de paginação da origem.',
  'The stored place of this source is not one of its own.': 'A posição armazenada desta origem não é dela.',
  'The target broke off with an error that its connector does not know.':
    'O destino foi interrompido por um erro que o conector não conhece.',
  'The target did not answer once per record, so nobody can say what became of each.':
    'O destino não respondeu uma vez por registro, por isso ninguém sabe dizer o que aconteceu com cada um.',
  'Look at the target, then confirm or reprocess the records.':
    'Verifique o destino e depois confirme ou reprocesse os registros.',
  'The run was stopped before the target answered.': 'A execução foi parada antes de o destino responder.',
  'Ignored by a person; the new content is kept and not written.':
    'Ignorado por uma pessoa; o novo conteúdo é mantido e não gravado.',
  'The answer to an earlier write was lost; the new content is kept and not written.':
    'A resposta de uma gravação anterior se perdeu; o novo conteúdo é mantido e não gravado.',
  'Look at the target, then reprocess or confirm the record.':
    'Verifique o destino e depois reprocesse ou confirme o registro.',
  'The mapping refuses this record.': 'O mapeamento recusa este registro.',
  '… and {count} more': '… e mais {count}',
  'Left out by the row filter of the strategy.': 'Deixado de fora pelo filtro de linhas da estratégia.',
  'The key ({fields}) is longer than {max} bytes or holds a character that cannot be stored.':
    'A chave ({fields}) tem mais de {max} bytes ou contém um caractere que não pode ser armazenado.',
  'Choose other key fields for this source.': 'Escolha outros campos-chave para esta origem.',
  'The record has about {size} MiB of text; at most {max} MiB is taken.':
    'O registro tem cerca de {size} MiB de texto; aceitam-se no máximo {max} MiB.',
  'Flattening "{list}" makes more than {max} rows of this record.':
    'Achatar "{list}" faz mais de {max} linhas deste registro.',
  'The list "{list}" has the name {path} twice in one object, and one of the values would be lost.':
    'A lista "{list}" tem o nome {path} duas vezes num mesmo objeto, e um dos valores seria perdido.',
  'Give each value a name of its own where the list is written, or take it out of the flattened ones.':
    'Dê a cada valor um nome próprio onde a lista é escrita, ou retire-a das achatadas.',
  'Take the list out of the flattened ones, or read the lines from an interface of their own.':
    'Retire a lista das achatadas, ou leia as linhas de uma interface própria.',
  'The list {list} lies inside {around}, which is to be flattened before it.':
    'A lista {list} está dentro de {around}, que deve ser achatada antes.',
  'The source has no list {list}, as far as discovery knows.': 'A origem não tem a lista {list}, até onde se sabe.',
  'Leave the large field out at the source.': 'Deixe o campo grande de fora na origem.',
  'Version {version} of the strategy is missing.': 'Falta a versão {version} da estratégia.',
  'The strategy does not exist any more.': 'A estratégia não existe mais.',
  'The stored page of this record has been cleaned up, so it cannot be written again.':
    'A página armazenada deste registro foi limpa, por isso ele não pode ser gravado novamente.',
  'Read it from the source again.': 'Leia-o da origem novamente.',
  'The process ended again and again while it worked on this record; it was set aside so that the others go on.':
    'O processo terminou repetidas vezes enquanto trabalhava neste registro; ele foi separado para que os outros continuem.',
  'Look at the content of the record and mend it at the source, then reprocess it.':
    'Verifique o conteúdo do registro e corrija-o na origem; depois reprocesse-o.',
  'The process ended after the write had begun; whether it arrived is not known.':
    'O processo terminou depois que a gravação começou; não se sabe se ela chegou.',
  'Look at the target, then confirm or reprocess the record.':
    'Verifique o destino e depois confirme ou reprocesse o registro.',
  'Not sent, because the run could not go on: {message}':
    'Não enviado, porque a execução não pôde continuar: {message~}',
  'the target is not open': 'o destino não está aberto',
  'There is no such record.': 'Este registro não existe.',
  '{act} is not possible while the record is {state}.': '{act!} não é possível enquanto o registro está {state!}.',
  Reprocessing: 'Reprocessar',
  Ignoring: 'Ignorar',
  Confirming: 'Confirmar',
  waiting: 'aguardando',
  'a duplicate': 'duplicado',
  finished: 'concluído',
  'in error': 'com erro',
  'held for stock': 'retido por estoque',
  queued: 'na fila',
  'held for master data': 'retido por falta de cadastro',
  ignored: 'ignorado',
  cancelled: 'cancelado',
  unknown: 'desconhecido',
  'Next in line; waits for a free place.': 'É a próxima; aguarda uma vaga livre.',
  'Waits for a free place behind {ahead} runs.': 'Aguarda uma vaga livre atrás de {ahead} execuções.',
  'Waits for a free place behind more than {ahead} runs.': 'Aguarda uma vaga livre atrás de mais de {ahead} execuções.',
  'No running process serves the pool {pool} (label {label}).':
    'Nenhum processo em execução serve o pool {pool} (rótulo {label}).',
  'The pool {pool} is not taking runs; start it to go on.':
    'O pool {pool} não está aceitando execuções; inicie-o para continuar.',
  'The pool {pool} runs {runs} at once, its limit; this run is next.':
    'O pool {pool} executa {runs} ao mesmo tempo, o seu limite; esta execução é a próxima.',
  'The tenant runs {runs} at once, its limit; this run is next.':
    'O locatário executa {runs} ao mesmo tempo, o seu limite; esta execução é a próxima.',
  'The pool {pool} runs {runs} at once, its limit; {ahead} runs are ahead.':
    'O pool {pool} executa {runs} ao mesmo tempo, seu limite; há {ahead} execuções à frente.',
  'The tenant runs {runs} at once, its limit; {ahead} runs are ahead.':
    'O locatário executa {runs} ao mesmo tempo, seu limite; há {ahead} execuções à frente.',
  'Waits until the strategy {name} has finished its run.': 'Aguarda até que a estratégia {name} termine sua execução.',
  'Waits until the strategy {name} has written its {waiting} waiting records.':
    'Aguarda até que a estratégia {name} grave seus {waiting} registros em espera.',
  'Waits until the strategy {name} succeeds; its last run ended as {state}.':
    'Aguarda até que a estratégia {name} tenha sucesso; a última execução terminou como {state!}.',
  partial: 'parcial',
  failed: 'falha',
  stopped: 'parada',
  'Waits until the strategy {name} has run; it never has.':
    'Aguarda até que a estratégia {name} seja executada; ela nunca foi.',
  'Outside the active windows until {until}.': 'Fora das janelas ativas até {until}.',
  'The far system of the connector {name} asked for a pause until {until}.':
    'O sistema externo do conector {name} pediu uma pausa até {until}.',
  'The far system of the connector {name} keeps failing; it is tried again at {until}.':
    'O sistema externo do conector {name} falha repetidamente; nova tentativa às {until}.',
  'The request budget of the connector {name} is used up until {until}.':
    'A cota de requisições do conector {name} está esgotada até {until}.',
  'Goes as fast as the connector {name} may: {rate} requests a second.':
    'Segue no limite do conector {name}: {rate} requisições por segundo.',
  'The tenant has read {records} records this month, its quota is {quota}; goes on at {until}, or when the quota is raised.':
    'O locatário leu {records} registros neste mês, sua cota é {quota}; continua às {until} ou quando a cota for aumentada.',
  'The tenant stores {stored} bytes, its quota is {quota}; goes on when data is cleaned up or the quota is raised.':
    'O locatário armazena {stored} bytes, sua cota é {quota}; continua quando os dados forem limpos ou a cota for aumentada.',
  'Starts at {until}: starts of one slot are spread out.':
    'Inicia às {until}: os inícios de um mesmo horário são distribuídos.',
  'Brings the page in hand to its end.': 'Leva a página atual até o fim.',
  'Its process has not been heard of; another one takes it over.': 'Não há notícias do processo dela; outro assume.',
  'Going on where an earlier process left off.': 'Continuando de onde um processo anterior parou.',
  'Started ({trigger}), version {version}.': 'Iniciada ({trigger!}), versão {version}.',
  manual: 'manual',
  schedule: 'agendada',
  chain: 'encadeada',
  remedy: 'reposição',
  retry: 'nova tentativa',
  push: 'push',
  callback: 'retorno de chamada',
  'Reading everything.': 'Lendo tudo.',
  'Reading {field} from {from} to {to}.': 'Lendo {field} de {from~} até {to~}.',
  'the start': 'o início',
  'the end': 'o fim',
  '{pages} pages: {books}.': '{pages} páginas: {books!}.',
  'Stopped: {books}.': 'Parada: {books!}.',
  'Finished: {books}.': 'Concluída: {books!}.',
  'Incomplete, {missing} of {all} records did not arrive: {books}.':
    'Incompleta, {missing} de {all} registros não chegaram: {books!}.',
  'Incomplete: {message} ({books})': 'Incompleta: {message~} ({books!})',
  'Failed: {message} ({books})': 'Falhou: {message~} ({books!})',
  '{missing} of {all} records did not arrive.': '{missing} de {all} registros não chegaram.',
  'None of {missing} records arrived.': 'Nenhum de {missing} registros chegou.',
  'Look at the rejected rows of the run and at the records in error.':
    'Veja as linhas rejeitadas da execução e os registros com erro.',
  'Broke off: {message} ({books})': 'Interrompida: {message~} ({books!})',
  'Broke off: {message}': 'Interrompida: {message~}',
  'The books do not balance: {imbalance}.': 'As contas não fecham: {imbalance!}.',
  'The books of this run do not balance, so its result cannot be trusted.':
    'As contas desta execução não fecham, por isso o resultado não é confiável.',
  'Compare source and target, then run the strategy in full.':
    'Compare origem e destino e depois execute a estratégia por completo.',
  'Records that failed: {count}.': 'Registros que falharam: {count}.',
  '{count} records: {message}': '{count} registros: {message~}',
  '{count} records are still pending at the end of the run': '{count} registros ainda pendentes no fim da execução',
  'read {read} ≠ new {fresh} + duplicate {duplicate} + filtered {filtered} + rejected {rejected} = {sum}':
    'lidos {read} ≠ novos {fresh} + duplicados {duplicate} + filtrados {filtered} + rejeitados {rejected} = {sum}',
  'staged {staged} ≠ new {fresh} + carried over {carried}': 'preparados {staged} ≠ novos {fresh} + trazidos {carried}',
  'staged {staged} ≠ written {written} + skipped {skipped} + failed {failed} + dead {dead} + unknown {unknown} + pending {pending} = {sum}':
    'preparados {staged} ≠ gravados {written} + pulados {skipped} + a repetir {failed} + erros {dead} + desconhecidos {unknown} + pendentes {pending} = {sum}',
  'stored rows {stored} ≠ rows in the groups that were read {grouped}':
    'linhas armazenadas {stored} ≠ linhas nos grupos lidos {grouped}',
  'read {count}': 'lidos {count}',
  'read {count}, {rest}': 'lidos {count}, {rest!}',
  'conflicts {count}': 'conflitos de chave {count}',
  'conflicts {count}, {rest}': 'conflitos de chave {count}, {rest!}',
  'duplicate {count}': 'duplicados {count}',
  'duplicate {count}, {rest}': 'duplicados {count}, {rest!}',
  'filtered {count}': 'filtrados {count}',
  'filtered {count}, {rest}': 'filtrados {count}, {rest!}',
  'rejected {count}': 'rejeitados {count}',
  'rejected {count}, {rest}': 'rejeitados {count}, {rest!}',
  'carried {count}': 'trazidos {count}',
  'carried {count}, {rest}': 'trazidos {count}, {rest!}',
  'written {count}': 'gravados {count}',
  'written {count}, {rest}': 'gravados {count}, {rest!}',
  'skipped {count}': 'pulados {count}',
  'skipped {count}, {rest}': 'pulados {count}, {rest!}',
  'failed {count}': 'a repetir {count}',
  'failed {count}, {rest}': 'a repetir {count}, {rest!}',
  'dead {count}': 'erros {count}',
  'dead {count}, {rest}': 'erros {count}, {rest!}',
  'unknown {count}': 'desconhecidos {count}',
  'unknown {count}, {rest}': 'desconhecidos {count}, {rest!}',
  'pending {count}': 'pendentes {count}',
  'All {quota} records of this month are used; runs wait for the next month.':
    'Todos os {quota} registros deste mês foram usados; as execuções aguardam o próximo mês.',
  '{records} of {quota} records of this month are used.': '{records} de {quota} registros deste mês foram usados.',
  'The storage of {quota} is full; runs wait until there is room again.':
    'O armazenamento de {quota} está cheio; as execuções aguardam até haver espaço novamente.',
  '{stored} of {quota} of storage are used.': '{stored} de {quota} de armazenamento em uso.',
  'Signed in from a browser that was not seen before: {agent}, address {ip}.':
    'Entrada a partir de um navegador desconhecido: {agent}, endereço {ip}.',
  'The access token {name} was made.': 'O token de acesso {name} foi criado.',
  'The password was changed.': 'A senha foi alterada.',
  'The password was reset by {who}.': 'A senha foi redefinida por {who}.',
  'An authenticator was switched on.': 'Um autenticador foi ativado.',
  'The authenticator was switched off.': 'O autenticador foi desativado.',
  'The authenticator was reset by {who}.': 'O autenticador foi redefinido por {who}.',
  'The e-mail address was removed.': 'O e-mail foi removido.',
  'The e-mail address is now {email}.': 'O e-mail agora é {email}.',
  'The phone was removed.': 'O telefone foi removido.',
  'The phone is now {phone}.': 'O telefone agora é {phone}.',
  'The identity {name} was linked.': 'A identidade {name} foi vinculada.',
  'The identity {name} was unlinked.': 'A identidade {name} foi desvinculada.',
  'If this was not you, change your password at once.': 'Se não foi você, troque a senha imediatamente.',
  'The access token ends within a week; make a new one for its scripts.':
    'O token de acesso expira em uma semana; crie um novo para os scripts que o usam.',
  'Three processes in a row ended while they worked on it; it was set aside so that the others go on.':
    'Três processos seguidos terminaram enquanto trabalhavam nela; foi posta de lado para que as outras continuem.',
  'Ask for less at once; should it happen again, look at the log of the process for why it ended.':
    'Peça menos de cada vez; se acontecer de novo, veja no log do processo por que terminou.',
  'The process that ran it was not heard any more; another one goes on where it left off.':
    'Não há mais notícias do processo que a executava; outro continua de onde ele parou.',
  '{platform} has no paging to be set.': '{platform} não tem paginação a definir.',
  'Reading so may change something at {platform}.': 'Ler assim pode alterar algo em {platform}.',
  'Look at the request first, and read it by a strategy of your own.':
    'Veja primeiro o pedido e leia-o com uma estratégia sua.',
  'It is read page by page as it is.': 'É lido página por página como é.',
  '{platform} takes no API assets.': '{platform} não aceita ativos de API.',
  'Choose a connector of the platform that the API asset belongs to.':
    'Escolha um conector da plataforma a que o ativo de API pertence.',
  Parameters: 'Parâmetros',
  Connection: 'Conexão',
  'The granted access was ended by the far system; somebody has to grant it again.':
    'O acesso concedido foi encerrado pelo sistema remoto; alguém precisa concedê-lo de novo.',
  'The granted access ends on {day}; grant it again before.':
    'O acesso concedido termina em {day}; conceda-o de novo antes.',
  'The granted access ended on {day}; somebody has to grant it again.':
    'O acesso concedido terminou em {day}; alguém precisa concedê-lo de novo.',
  'The certificate ends on {day}; renew it before.': 'O certificado termina em {day}; renove-o antes.',
  'The certificate ended on {day}; renew it.': 'O certificado terminou em {day}; renove-o.',
  'The credential ends on {day}; renew it before.': 'A credencial termina em {day}; renove-a antes.',
  'The credential ended on {day}; renew it.': 'A credencial terminou em {day}; renove-a.',
  'Another process has been signing in for too long.': 'Outro processo está se autenticando há tempo demais.',

  // texts that are read as JSON or YAML
  'The JSON ends at line {line}, column {column} before it is complete.':
    'O JSON termina na linha {line}, coluna {column}, antes de estar completo.',
  'Line {line} ends at column {column} inside of a text whose closing quote is missing.':
    'A linha {line} termina na coluna {column} dentro de um texto sem aspas de fechamento.',
  'Line {line}, column {column} is not JSON: {found}': 'A linha {line}, coluna {column}, não é JSON válido: {found}',
  'The YAML ends at line {line}, column {column} before it is complete.':
    'O YAML termina na linha {line}, coluna {column}, antes de estar completo.',
  'Line {line} is indented by a tab; YAML is indented by blanks.':
    'A linha {line} está recuada com tabulação; o YAML usa espaços.',
  'Line {line} has a name for the second time: {found}': 'A linha {line} repete um nome: {found}',
  'Line {line} does not fit what is above it; look at its indentation and for an open bracket or quote: {found}':
    'A linha {line} não combina com o que está acima; verifique o recuo e se há colchete ou aspas sem fechar: {found}',
  'Line {line}, column {column} is not YAML: {found}': 'A linha {line}, coluna {column}, não é YAML válido: {found}',
  'The text repeats or nests itself too far to be read.': 'O texto se repete ou se aninha demais para ser lido.',
  'The column "{name}" is computed by the database.': 'A coluna "{name}" é calculada pelo banco de dados.',
  Retiring: 'Retirar',

  // groups of a mapping
  'A grouping needs the list whose elements it groups.': 'Um agrupamento precisa da lista cujos elementos agrupa.',
  'The grouping uses the name "{name}" twice.': 'O agrupamento usa o nome "{name}" duas vezes.',
  'A grouping reads fields of the elements; "{path}" is none of theirs.':
    'Um agrupamento lê campos dos elementos; "{path}" não é deles.',
  'The calculation "{name}" names no field.': 'O cálculo "{name}" não nomeia nenhum campo.',
  'cannot be grouped: {op} of "{field}" fails, {problem}': 'não pode ser agrupado: {op} de "{field}" falha, {problem!}',
  'All templates and expressions together are longer than 400,000 characters. Put what they share into derived fields, or write a script.':
    'Todos os modelos e expressões juntos passam de 400.000 caracteres. Ponha o que eles têm em comum em campos derivados ou escreva um script.',
  'is not a number with the decimal mark "{mark}"': 'não é um número com o separador decimal "{mark}"',
  '{value} is not a number with the decimal mark "{mark}"': '{value} não é um número com o separador decimal "{mark}"',
  'the decimal mark is "," or "."': 'o separador decimal é "," ou "."',
  'the mark between groups is ",", ".", a space or an apostrophe, and not the decimal mark':
    'o separador de milhares é ",", ".", um espaço ou um apóstrofo, e não o decimal',
}
