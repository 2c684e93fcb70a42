/**
 * The last entries of a log are deleted before its checkpoints: a writer of a checkpoint locks its last entry, so the
 * checkpoint either exists when checkpoints are deleted, or comes too late and finds no entry.
 *
 * Adds a function that rejects a reader, so that a statement can fail before it reads anything.
 */
export const noOrphans = `
create or replace function carebench.commit_removing(p_plan jsonb, p_docs json[], p_entries json[], p_logs text[]) \
returns jsonb
language plpgsql as $body$
declare
  result jsonb := carebench.commit_plan(p_plan, p_docs, p_entries);
begin
  if (result ->> 'ok')::boolean then
    delete from carebench.log_entries where log = any(p_logs);
    delete from carebench.log_checkpoints where log = any(p_logs);
  end if;
  return result;
end $body$;

delete from carebench.log_checkpoints as present
where not exists (select from carebench.log_entries where log = present.log);

-- Stable, though it returns nothing: a condition without a column and without anything volatile is evaluated \
once, before rows are read.
create function carebench.refuse_reader() returns boolean
language plpgsql stable as $body$
begin
  raise exception 'A newer version of carebench uses this database; stop this process.' using errcode = 'CB002';
end $body$;
`
