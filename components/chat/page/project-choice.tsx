"use client";

import { useQuery } from "@tanstack/react-query";
import { type Workspace, workspacesQuery } from "@/components/data/workspaces";
import { useTranslations } from "@/components/i18n/words";
import { ProjectIcon } from "@/components/projects/project-icon";
import { Menu } from "@/components/ui/menu";

export type ChosenProject = Pick<Workspace, "id" | "uuid" | "name" | "icon" | "color">;
type ProjectChoiceProps = {
  project: ChosenProject | undefined;
  onChoose: (project: ChosenProject | undefined) => void;
};

export function ProjectChoice({ project, onChoose }: ProjectChoiceProps) {
  const t = useTranslations("newChat");
  const { data = [] } = useQuery(workspacesQuery);
  const usable = data.filter(({ may_use, is_archived }) => may_use && !is_archived);
  if (usable.length === 0) return null;
  return (
    <Menu
      label={project ? t("inProject", { name: project.name }) : t("project")}
      align="start"
      className="inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-lg px-2 text-sm text-muted hover:bg-hover hover:text-ink pointer-coarse:h-11"
      trigger={
        <>
          <ProjectIcon icon={project?.icon ?? null} color={project?.color ?? null} className="size-4.5" />
          {project && <span className="max-w-28 truncate">{project.name}</span>}
        </>
      }
      items={[
        { label: t("noProject"), checked: project === undefined, onSelect: () => onChoose(undefined) },
        ...usable.map((each) => ({
          label: each.name,
          icon: <ProjectIcon icon={each.icon} color={each.color} />,
          checked: project?.uuid === each.uuid,
          onSelect: () => onChoose(each),
        })),
      ]}
    />
  );
}
