"use client";

import { Component, type ReactNode } from "react";
import { reportPageError } from "./page-errors";

type BoundaryProps = {
  fallback: (errorId: string) => ReactNode;
  /** Identifies the content; a change resets the error. */
  of?: unknown;
  children: ReactNode;
};
type BoundaryState = { errorId: string | undefined; of: unknown };

/** Error boundary that reports to the server's log and passes the id of the report to the fallback. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { errorId: undefined, of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { errorId: reportPageError(error) };
  }

  static getDerivedStateFromProps(
    { of }: BoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    return of === state.of ? null : { errorId: undefined, of };
  }

  override render(): ReactNode {
    return this.state.errorId === undefined ? this.props.children : this.props.fallback(this.state.errorId);
  }
}
