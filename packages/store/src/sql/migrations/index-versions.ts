/**
 * A commit states the versions of its keys. Between reading the version and the end of the commit, no process
 * recomputes keys or imports: both take a lock on all documents that excludes writers. A plan without versions comes
 * from an older version.
 */
export const indexVersions = `
alter function carebench.commit_plan(jsonb, json[], json[]) rename to execute_plan;

create function carebench.commit_plan(p_plan jsonb, p_docs json[], p_entries json[]) returns jsonb
language plpgsql as $body$
begin
  if jsonb_array_length(p_plan -> 'writes') > 0 then
    lock table carebench.documents in row exclusive mode;
    if p_plan -> 'indexes' is null or exists (
      select from jsonb_each_text(p_plan -> 'indexes') as used (name, version)
      left join carebench.collections as present on present.name = used.name
      where present.index_version is distinct from used.version::integer
    ) then
      raise exception 'A newer version of carebench uses this database; stop this process.' using errcode = 'CB002';
    end if;
  end if;
  return carebench.execute_plan(p_plan, p_docs, p_entries);
end $body$;
`
