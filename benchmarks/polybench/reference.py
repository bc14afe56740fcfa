# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each kernel of kernels/ computes, in plain loops: same arguments in the same
order, matrices as lists of lists, sizes by name. Operations on floats are in the order
in which the kernel does them, so that results are equal to the last bit."""

from math import exp, pow, sqrt

# Contractions.


def kernel_gemm(alpha, beta, C, A, B, *, NI, NJ, NK):
    for i in range(NI):
        for j in range(NJ):
            C[i][j] *= beta
        for k in range(NK):
            for j in range(NJ):
                C[i][j] += alpha * A[i][k] * B[k][j]


def kernel_2mm(alpha, beta, tmp, A, B, C, D, *, NI, NJ, NK, NL):
    for i in range(NI):
        for j in range(NJ):
            tmp[i][j] = 0.0
            for k in range(NK):
                tmp[i][j] += alpha * A[i][k] * B[k][j]
    for i in range(NI):
        for j in range(NL):
            D[i][j] *= beta
            for k in range(NJ):
                D[i][j] += tmp[i][k] * C[k][j]


def kernel_3mm(E, A, B, F, C, D, G, *, NI, NJ, NK, NL, NM):
    for i in range(NI):
        for j in range(NJ):
            E[i][j] = 0.0
            for k in range(NK):
                E[i][j] += A[i][k] * B[k][j]
    for i in range(NJ):
        for j in range(NL):
            F[i][j] = 0.0
            for k in range(NM):
                F[i][j] += C[i][k] * D[k][j]
    for i in range(NI):
        for j in range(NL):
            G[i][j] = 0.0
            for k in range(NJ):
                G[i][j] += E[i][k] * F[k][j]


def kernel_syrk(alpha, beta, C, A, *, M, N):
    for i in range(N):
        for j in range(i + 1):
            C[i][j] *= beta
        for k in range(M):
            for j in range(i + 1):
                C[i][j] += alpha * A[i][k] * A[j][k]


def kernel_syr2k(alpha, beta, C, A, B, *, M, N):
    for i in range(N):
        for j in range(i + 1):
            C[i][j] *= beta
        for k in range(M):
            for j in range(i + 1):
                C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k]


def kernel_symm(alpha, beta, C, A, B, *, M, N):
    for i in range(M):
        for j in range(N):
            total = 0.0
            for k in range(i):
                C[k][j] += alpha * B[i][j] * A[i][k]
                total += B[k][j] * A[i][k]
            C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * total


def kernel_trmm(alpha, A, B, *, M, N):
    for i in range(M):
        for j in range(N):
            for k in range(i + 1, M):
                B[i][j] += A[k][i] * B[k][j]
            B[i][j] = alpha * B[i][j]


def kernel_doitgen(A, C4, acc, *, NR, NQ, NP):
    for r in range(NR):
        for q in range(NQ):
            for p in range(NP):
                acc[p] = 0.0
                for s in range(NP):
                    acc[p] += A[r][q][s] * C4[s][p]
            for p in range(NP):
                A[r][q][p] = acc[p]


def kernel_covariance(float_n, data, cov, mean, *, M, N):
    for j in range(M):
        mean[j] = 0.0
        for i in range(N):
            mean[j] += data[i][j]
        mean[j] /= float_n
    for i in range(N):
        for j in range(M):
            data[i][j] -= mean[j]
    for i in range(M):
        for j in range(i, M):
            cov[i][j] = 0.0
            for k in range(N):
                cov[i][j] += data[k][i] * data[k][j]
            cov[i][j] /= float_n - 1.0
            cov[j][i] = cov[i][j]


def kernel_correlation(float_n, data, corr, mean, stddev, *, M, N):
    for j in range(M):
        mean[j] = 0.0
        for i in range(N):
            mean[j] += data[i][j]
        mean[j] /= float_n
    for j in range(M):
        stddev[j] = 0.0
        for i in range(N):
            stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j])
        stddev[j] /= float_n
        stddev[j] = sqrt(stddev[j])
        stddev[j] = 1.0 if stddev[j] <= 0.1 else stddev[j]
    for i in range(N):
        for j in range(M):
            data[i][j] -= mean[j]
            data[i][j] /= sqrt(float_n) * stddev[j]
    for i in range(M - 1):
        corr[i][i] = 1.0
        for j in range(i + 1, M):
            corr[i][j] = 0.0
            for k in range(N):
                corr[i][j] += data[k][i] * data[k][j]
            corr[j][i] = corr[i][j]
    corr[M - 1][M - 1] = 1.0


# Matrices and vectors.


def kernel_atax(A, x, y, tmp, *, M, N):
    for i in range(N):
        y[i] = 0.0
    for i in range(M):
        tmp[i] = 0.0
        for j in range(N):
            tmp[i] += A[i][j] * x[j]
        for j in range(N):
            y[j] += A[i][j] * tmp[i]


def kernel_bicg(A, s, q, p, r, *, M, N):
    for i in range(M):
        s[i] = 0.0
    for i in range(N):
        q[i] = 0.0
        for j in range(M):
            s[j] += r[i] * A[i][j]
            q[i] += A[i][j] * p[j]


def kernel_mvt(x1, x2, y1, y2, A, *, N):
    for i in range(N):
        for j in range(N):
            x1[i] += A[i][j] * y1[j]
    for i in range(N):
        for j in range(N):
            x2[i] += A[j][i] * y2[j]


def kernel_gemver(alpha, beta, A, u1, v1, u2, v2, w, x, y, z, *, N):
    for i in range(N):
        for j in range(N):
            A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j]
    for i in range(N):
        for j in range(N):
            x[i] += beta * A[j][i] * y[j]
    for i in range(N):
        x[i] += z[i]
    for i in range(N):
        for j in range(N):
            w[i] += alpha * A[i][j] * x[j]


def kernel_gesummv(alpha, beta, A, B, tmp, x, y, *, N):
    for i in range(N):
        tmp[i] = 0.0
        y[i] = 0.0
        for j in range(N):
            tmp[i] = A[i][j] * x[j] + tmp[i]
            y[i] = B[i][j] * x[j] + y[i]
        y[i] = alpha * tmp[i] + beta * y[i]


# Solvers.


def kernel_cholesky(A, *, N):
    for i in range(N):
        for j in range(i):
            for k in range(j):
                A[i][j] -= A[i][k] * A[j][k]
            A[i][j] /= A[j][j]
        for k in range(i):
            A[i][i] -= A[i][k] * A[i][k]
        A[i][i] = sqrt(A[i][i])


def kernel_lu(A, *, N):
    for i in range(N):
        for j in range(i):
            for k in range(j):
                A[i][j] -= A[i][k] * A[k][j]
            A[i][j] /= A[j][j]
        for j in range(i, N):
            for k in range(i):
                A[i][j] -= A[i][k] * A[k][j]


def kernel_ludcmp(A, b, x, y, *, N):
    for i in range(N):
        for j in range(i):
            w = A[i][j]
            for k in range(j):
                w -= A[i][k] * A[k][j]
            A[i][j] = w / A[j][j]
        for j in range(i, N):
            w = A[i][j]
            for k in range(i):
                w -= A[i][k] * A[k][j]
            A[i][j] = w
    for i in range(N):
        w = b[i]
        for j in range(i):
            w -= A[i][j] * y[j]
        y[i] = w
    for i in reversed(range(N)):
        w = y[i]
        for j in range(i + 1, N):
            w -= A[i][j] * x[j]
        x[i] = w / A[i][i]


def kernel_trisolv(L, x, b, *, N):
    for i in range(N):
        x[i] = b[i]
        for j in range(i):
            x[i] -= L[i][j] * x[j]
        x[i] /= L[i][i]


def kernel_durbin(r, y, *, N):
    z = [0.0] * N
    y[0] = -r[0]
    beta = 1.0
    alpha = -r[0]
    for k in range(1, N):
        beta = (1.0 - alpha * alpha) * beta
        total = 0.0
        for i in range(k):
            total += r[k - i - 1] * y[i]
        alpha = -(r[k] + total) / beta
        for i in range(k):
            z[i] = y[i] + alpha * y[k - i - 1]
        for i in range(k):
            y[i] = z[i]
        y[k] = alpha


def kernel_gramschmidt(A, R, Q, *, M, N):
    for k in range(N):
        norm = 0.0
        for i in range(M):
            norm += A[i][k] * A[i][k]
        R[k][k] = sqrt(norm)
        for i in range(M):
            Q[i][k] = A[i][k] / R[k][k]
        for j in range(k + 1, N):
            R[k][j] = 0.0
            for i in range(M):
                R[k][j] += Q[i][k] * A[i][j]
            for i in range(M):
                A[i][j] = A[i][j] - Q[i][k] * R[k][j]


# Stencils.


def kernel_jacobi_1d(A, B, *, TSTEPS, N):
    for t in range(TSTEPS):
        for i in range(1, N - 1):
            B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1])
        for i in range(1, N - 1):
            A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1])


def kernel_jacobi_2d(A, B, *, TSTEPS, N):
    for t in range(TSTEPS):
        for i in range(1, N - 1):
            for j in range(1, N - 1):
                B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j]
                                 + A[i - 1][j])
        for i in range(1, N - 1):
            for j in range(1, N - 1):
                A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j]
                                 + B[i - 1][j])


def kernel_seidel_2d(A, *, TSTEPS, N):
    for t in range(TSTEPS):
        for i in range(1, N - 1):
            for j in range(1, N - 1):
                A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1]
                           + A[i][j - 1] + A[i][j] + A[i][j + 1]
                           + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) / 9.0


def kernel_heat_3d(A, B, *, TSTEPS, N):
    for t in range(TSTEPS):
        for i in range(1, N - 1):
            for j in range(1, N - 1):
                for k in range(1, N - 1):
                    B[i][j][k] = (
                        0.125 * (A[i + 1][j][k] - 2.0 * A[i][j][k] + A[i - 1][j][k])
                        + 0.125 * (A[i][j + 1][k] - 2.0 * A[i][j][k] + A[i][j - 1][k])
                        + 0.125 * (A[i][j][k + 1] - 2.0 * A[i][j][k] + A[i][j][k - 1])
                        + A[i][j][k])
        for i in range(1, N - 1):
            for j in range(1, N - 1):
                for k in range(1, N - 1):
                    A[i][j][k] = (
                        0.125 * (B[i + 1][j][k] - 2.0 * B[i][j][k] + B[i - 1][j][k])
                        + 0.125 * (B[i][j + 1][k] - 2.0 * B[i][j][k] + B[i][j - 1][k])
                        + 0.125 * (B[i][j][k + 1] - 2.0 * B[i][j][k] + B[i][j][k - 1])
                        + B[i][j][k])


def kernel_fdtd_2d(ex, ey, hz, fict, *, TMAX, NX, NY):
    for t in range(TMAX):
        for j in range(NY):
            ey[0][j] = fict[t]
        for i in range(1, NX):
            for j in range(NY):
                ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j])
        for i in range(NX):
            for j in range(1, NY):
                ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1])
        for i in range(NX - 1):
            for j in range(NY - 1):
                hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j])


def kernel_adi(u, v, p, q, *, TSTEPS, N):
    mul1 = 2.0 * (1.0 / TSTEPS) / ((1.0 / N) * (1.0 / N))
    mul2 = 1.0 * (1.0 / TSTEPS) / ((1.0 / N) * (1.0 / N))
    a = -mul1 / 2.0
    b = 1.0 + mul1
    c = a
    d = -mul2 / 2.0
    e = 1.0 + mul2
    f = d
    for t in range(TSTEPS):
        for i in range(1, N - 1):  # columns
            v[0][i] = 1.0
            p[i][0] = 0.0
            q[i][0] = v[0][i]
            for j in range(1, N - 1):
                p[i][j] = -c / (a * p[i][j - 1] + b)
                q[i][j] = (-d * u[j][i - 1] + (1.0 + 2.0 * d) * u[j][i] - f * u[j][i + 1]
                           - a * q[i][j - 1]) / (a * p[i][j - 1] + b)
            v[N - 1][i] = 1.0
            for j in reversed(range(1, N - 1)):
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j]
        for i in range(1, N - 1):  # rows
            u[i][0] = 1.0
            p[i][0] = 0.0
            q[i][0] = u[i][0]
            for j in range(1, N - 1):
                p[i][j] = -f / (d * p[i][j - 1] + e)
                q[i][j] = (-a * v[i - 1][j] + (1.0 + 2.0 * a) * v[i][j] - c * v[i + 1][j]
                           - d * q[i][j - 1]) / (d * p[i][j - 1] + e)
            u[i][N - 1] = 1.0
            for j in reversed(range(1, N - 1)):
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j]


# The rest.


def kernel_deriche(alpha, image, out, y1, y2, *, W, H):
    k = ((1.0 - exp(-alpha)) * (1.0 - exp(-alpha))
         / (1.0 + 2.0 * alpha * exp(-alpha) - exp(2.0 * alpha)))
    a1 = k
    a2 = k * exp(-alpha) * (alpha - 1.0)
    a3 = k * exp(-alpha) * (alpha + 1.0)
    a4 = -k * exp(-2.0 * alpha)
    b1 = pow(2.0, -alpha)
    b2 = -exp(-2.0 * alpha)
    for i in range(W):
        ym1 = 0.0
        ym2 = 0.0
        xm1 = 0.0
        for j in range(H):
            x = image[i][j]
            y = a1 * x + a2 * xm1 + b1 * ym1 + b2 * ym2
            y1[i][j] = y
            xm1 = x
            ym2 = ym1
            ym1 = y
    for i in range(W):
        yp1 = 0.0
        yp2 = 0.0
        xp1 = 0.0
        xp2 = 0.0
        for j in reversed(range(H)):
            y = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2
            y2[i][j] = y
            xp2 = xp1
            xp1 = image[i][j]
            yp2 = yp1
            yp1 = y
    for i in range(W):
        for j in range(H):
            out[i][j] = y1[i][j] + y2[i][j]
    for j in range(H):
        tm1 = 0.0
        ym1 = 0.0
        ym2 = 0.0
        for i in range(W):
            x = out[i][j]
            y = a1 * x + a2 * tm1 + b1 * ym1 + b2 * ym2
            y1[i][j] = y
            tm1 = x
            ym2 = ym1
            ym1 = y
    for j in range(H):
        tp1 = 0.0
        tp2 = 0.0
        yp1 = 0.0
        yp2 = 0.0
        for i in reversed(range(W)):
            y = a3 * tp1 + a4 * tp2 + b1 * yp1 + b2 * yp2
            y2[i][j] = y
            tp2 = tp1
            tp1 = out[i][j]
            yp2 = yp1
            yp1 = y
    for i in range(W):
        for j in range(H):
            out[i][j] = y1[i][j] + y2[i][j]


def kernel_floyd_warshall(path, *, N):
    for k in range(N):
        for i in range(N):
            for j in range(N):
                path[i][j] = min(path[i][j], path[i][k] + path[k][j])


def kernel_nussinov(seq, table, *, N):
    for i in reversed(range(N)):
        for j in range(i + 1, N):
            table[i][j] = max(table[i][j], table[i][j - 1], table[i + 1][j])
            pair = 1 if i < j - 1 and seq[i] + seq[j] == 3 else 0
            table[i][j] = max(table[i][j], table[i + 1][j - 1] + pair)
            for k in range(i + 1, j):
                table[i][j] = max(table[i][j], table[i][k] + table[k + 1][j])
