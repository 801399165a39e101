/** Written by `tests/tasks/confusables.ts`; see there for the source and NOTICE for its licence. */

/**
 * Characters that look alike, from the Unicode Consortium's confusables (UTS 39), as far as an id can hold them.
 * Each word is `prototype=sources`: code points in base 36, those of the prototype joined by `+`, each source as its
 * distance from the one before.
 */
export const CONFUSABLES = `
117=3ou 11g=3k6 11k=3mo,dq,skn 11k+53=40q 11k+6by+15l+6by=414 11m=3s3 11o=3mp 12=x2w 12p=3o4 13q=14d
13s=14e 13t=148 13u=144 17=1f2z 18s=1r9,3,9 18t=1rm 191=19b 1b=8ue,od,4b,5td 1cr=59w,17r
1e=br,g1,3br,sqt,4r,2z 1e+mt=cb 1f=c7,2t,e3,5l,7vw,o7y,1t,mcf,h2p 1f+m9=wo 1f9e=1fbl 1f9v=1fbn
1fa2=1kxk 1fg=1fm 1fgm=1fhc 1g=3wu,1fj5 1g+53=46o 1h=cc,1j3z 1i=tt,33x,4x0,1amb 1ik4+1iki+1ij6=1ij7
1ik4+1iki+1ijc=1ijd 1ik4+1iki+1ijn=1ijo 1ik4+1iki+1ijt=1iju 1ik4+1iki+1ijw=1ijx 1ik4+1iki+1ijy=1ijz
1ite=1ivs,1 1itf=1ivu 1itg=1ivv 1iuq=1ivw 1iur=1ivx 1j=1fiq,3xw 1jvp+1jvp=1jvs 1jvp+1jvp+1jvz=1jvt
1jvp+1jvp+1jw0=1jvu 1jvp+1jvz=1jvq 1jvp+1jw0=1jvr 1jvv+1jvv=1jvx 1jvv+1jvv+1jvz=1jvy 1jvv+1jvz=1jvw
1jw3+1jvz=1jw4 1jw3+1jw0=1jw5 1jw3+1jw3=1jw6 1jw3+1jw3+1jvz=1jw7 1jw3+1jw3+1jw0=1jw8 1k8a=1k8i
1l=1yl,3e,75,ed,671,o84,mda,w,a 1o=3zs,hm 1o+53=405,4tr 1q=3zn,1wjw 1q+53=401 1r=g1,2b,1d5,20h,t31
1s5+1tq=1s6 1s5+1tq+1ty=1si 1s5+1tq+1tz=1sj 1s5+1tq+1u0=1sk 1s5+1ty=1s4 1s5+1u1=1sh 1sf+1tx=1sd
1sf+1ty=1se 1sf+1tz=1sg 1t=pd,3j,32y,ez,sa1,iia,lgg 1t+1t=x0y 1t+1x=5i,su 1t+2d=x12 1t+2h=x18
1t+6by+19j+6by=x14,2 1t+6by+1j4+6by=x10 1tc+1u5+1s7=1s8 1tm=1i2z 1tp=24d 1tt=24h 1tu=24i 1ty=217
1u=pe,3k,34y,eb,s7t,kk,hxq,v,2o 1u5=219,3k 1us=x80 1uw=25k 1ux=25l 1uy=25m
1v=td,33y,4w5,nqu,iiw,2o,7n,7b,3wt,9 1v+6by+15l+6by=av 1v+m9=x6 1v2=25q 1vn=1z7,e8,3k,3k,3k,j9,1fgp
1vp+1xa=1vq 1vv+1xf=1y8,1 1w=3vk,fy,c,s89 1w+mt=5s,1s,3d 1w8=1imq 1wa=1ims 1wc=1imu 1we=1imw 1wf=1imx
1wh=1imz 1wj=1ine 1wk=1in2 1wl=1in3 1wm=1in4 1wn=1in5 1wo=1in6 1wq=1in7 1ws=1ind 1wu=1inb 1wv=1inc
1ww=1inf 1wy=1in1 1x=ph,3k,32v,51p,nnb,ihi,4dc,8 1x+mv=g6 1x3=1inh 1x4=1ini 1x9=1io4 1xa=1ink
1xb=1inl 1xj=1int 1xp=1io2 1xz=1inx 1y=rg,3iw,sa1,jf,hyn,u,hs,3ul,w 1y+m9=b5 1yf=1ioh 1yg=1ioi
1yk=1iom 1z=zw,2wk,1f,smb 1z+6by+15l+6by=b7 1z+mt=dg 1z9+20u=1za 1z9+214=1zk 1z9+218=1zo
20=pj,3q,332,ch,4k2,nrt,ijs 20+m9=xz,2 20+mh=wy,7ut 20+mt=86 22=ov,3t,337,6a,si4,k9 22+53=42h
22+mt=g8 22a+20v=1zb 22a+20w=1zc 22a+213=1zj 22b+20x=1zd 22b+20y=1ze 22t+24e=22u 22t+24e+24l=235
22t+24e+24n=237 22t+24e+24o=238 22t+24l=231 22t+24n=233 22t+24o=234 23=pm,3k,34c,kv,4an,nr7,j0h
23+6by+15l+6by=bc 23+mh=wq,7v3 23+mt=wu,w4i 24=3xa,5o,4rq,npt,it6,7f,3ul,f,h2c 24+mv=8x
25=po,2m,y,32z,ft,6e,4aq,nrb,ij5,2p 25+m9=y5 26=pp,83h,nra,j03 26+m9=bh 26d+27y=26e
28=pt,3j,342,3v,4s5,nqn,iis 28+6by+15l+6by=41y 29=8yd 29x=2cu 2a=bq,3jv,1d,c5,sbg,ixd,l1d 2a0=2b4,e
2a0+2bl=2cr 2a1=2co,81 2a1+2b7=2a2 2a1+2mv=2kq 2a6=2ct 2a8=2ak,ao 2ad=2cn 2ai=2cq 2ai+2bl=2cs
2ai+2bm=2cy 2an+2bj=2m2 2ar=2lf 2ax=2bs 2b=sl,96,2va,5,snc,iic,ay,l5m 2b3=2cw 2b7=2c7 2b8=2lw 2ba=2ly
2bj=2m7,1 2c=pw,3i,328,4xw,nqm,iir,q,2s,49z,h1q 2c+1f=x0o 2c+ma=by 2c+mh=x8 2c+mt=9y 2c+mv=fy
2d=11p,2ib,gc,sko,ixm,3xm,h3e 2d+53=40o 2d+6by+15l+6by=413 2d+mt=g4,3go 2dh=2h1 2di=2h2 2dj=2h3
2dn+2f2=2g0 2do+2f2=2g1 2du=2he 2du+2fg=2dw,3k 2du+2fp=2dv,3k 2e4=2ho 2e6=2hq 2e9+mb=2ea 2eb=2hv
2ef+14s=2ed 2ek+mb=2el 2en=2i7 2eo+14s=2e8 2ep=2i9 2eq=2ia 2et+2f2=2ex 2et+2f5=2em 2et+mb=2ev
2f=10c,2vr,x,snq,mws,9 2f5+2f2=2f6 2f7+2f2=2f8 2g=pz,3i,3o2,4c5,4x,nm6,js,hy5,10,2r,b,ed,3wl 2g+mh=xe
2g7=2jr 2g8=2js 2gf=2jz 2h=px,3i,3v,2yj,k,4x7,nr8,iiu,4c2,h3z 2h+mt=ge,gy 2h8+2im=2jl
2i=pi,371,snt,il5,4ac,1o 2i+m9=f8 2i+mt=c5 2k=fg6 2kn+2mv=2ko 2ku+2me=2kw 2ky+2m6=2kz 2ky+2mv=2l0
2la=2n5 2li+2ml+2ls=2nf 2lk+2m9=2ks,d 2lk+2ml=2nj,c 2lk+2ml+2lk=2ng 2lk+2ml+2lq=2my 2ls=2lt
2ls+2ml=2ne,i 2lx+2ml+2ls=2ni 2m=jq 2m1+2ml+2lq=2nq 2m9=2ma,1 2me+2me=2mg 2oy=2qy 2p=gh,9s,3j
2p+2p=x0z 2p+2t=6e,rz 2p+39=x13 2p+3d=x19 2p+6by+15k+6by=x15,2 2p+6by+15t+6by=x11 2pb=2qz
2q=as,iw,337,4j,8t 2q+53=41r 2q+6by+14w+6by=tn 2q+6by+15l+6by=420 2q+lg=aq,1,i6 2q+lj=41f
2q+lj+53=41t 2q+lw=gj 2q+mt=ao,ki,1,15,1 2qw+2q7=2qx 2qw+2qb=2r3 2r=u9,4w3,335,p3e,hhq 2r+m9=x7
2r+mv=fw 2rm=2rn 2ro=2s4,1 2rq=2sh 2rs=2vc 2ru=2rv 2ry=2rz 2s=zl,2xy,3s,sir 2s+3e=ir 2s+53=41n
2s+6by+15l+6by=41z 2s+f1=is 2s+i9=it 2s+lg=b0 2s+lw=gn 2s+ma=gm 2s+mt=7l 2s1=2s7 2sa=2vu 2sb=2vv
2sd=2vx 2se=2vy 2sf=2vz 2sg=2sm 2si=2vh 2sy=2th 2t=tx,3s,wvp 2t+ma=xr 2t+mv=g7 2t0=4on 2t1=4oo
2t2=4op 2t3=4oq 2t4=2wo 2t5=2wp 2tc+2tc=2td 2tk=2x4,1s3 2tl=2x5 2tm=2x6 2tn=2x7 2u=138,4yh,r24,po
2u+97=ix 2u+m9=b6 2u+ms=5ta 2v=b1,5w,m8,4qq 2v+lw=gw 2v+mt=dh 2w=xn,51,2tu 2w+lw=h2,3gs,syr
2w+mt=87,ms 2x=8h,8o,1,9b,4d,3d,2xi,syq,10u,lla 2x+mt=h4,5cj,1 2y=s3,2t 2y+mt=g9 2z+lw=bd 3138=3138
313e=313e 31e=31m 31k+324+326=2yo 32=12w,4 32+m9=he 32+ma=hf 32+mh=bi,ex 32+ms=5tc 33dh=33dh
34=qp,3j,7z7 34+53=41j 34+lw=bp 34+mt=5tp 34l=ggg 34m=ggd 35=10b,20,3 35+lw=io 35u+370=35s
35u+37i=39d 35v+37i=38w 36=tv,4xf,31b,p1e,1,1l 36+32=31,1j0z,df 36+32+m9=hd 36+32+mb=xu9 36+32+ms=5tb
36+6by+15l+6by=wh 36+ma=hp 36+mh=ho 36+ms=5te 36+mt=gd,g6 36cu=36cu 36d+370=36n 36d+370+37i=38v
36d+37i=38m 36m+37g=36x 36m+37g+375+370+37e=36y 37=cd,ig,w64,vt,hi6,41l 37+ma=hu 37+ms=5tg 37l=38l
38+2u=x2v 38+37=iu 38+f1=x0p 38+gl=iw 38+hv=iv 38+lw=bx 38+m9=bv,3kk 38+ms=5th 38+mt=9z
39=i3,8q,c8,4nz,rcz,q7,4,hpg,3xe 39+2t=5t7 39+6by+15t+6by=xur 39+mt=5tq,s2m 399+37i=39a 39e1=39e1
3a8=x3a 3b=hb,du,58,1w,4ow,s4i,l8n,4,1 3b+lj=1io5 3b+m9=x29 3b+w6+w7=vx 3bgw=3bgw 3c=ud,3cs,1o
3cw=3hk 3cw+3cw=3cx,4o 3cw+3cy=3ju 3cw+3cz=3fe 3cw+3d1=3ib 3cw+3d3=3jv 3cw+3d5=3hm 3cw+3d5+3cw=3ic
3cw+3da=3jw 3cw+3db=3jx 3cw+3de=3jy 3cy=3hn 3cy+3cw=3df,4y 3cy+3cy=3dg,6j 3cy+3cz=3dh,4x 3cy+3d1=16mj
3cy+3d3=3di 3cy+3d5=3ff,30 3cy+3d8=3fg,28 3cy+3da=16mk 3cy+3dc=3ih 3cy+3de=3fh,28 3cy+3eo=3ig 3cz=3hq
3cz+3cw=3dj,4z 3cz+3cz=3d0,139l 3cz+3cz+3d3=16mm 3cz+3d1=3fi,31 3cz+3d2=xgg 3cz+3d3=xgh,966
3cz+3d5=xgi,966 3cz+3d5+3cw=16mp 3cz+3d8=xgj,967 3cz+3da=16mr 3cz+3dc=16ms
3d=gz,18,84,40,30,2ew,2hx,ab,rq3,lmq 3d+lw=c4 3d+mt=gf,gy 3d1=3hr 3d1+3cw=3hs,tys 3d1+3cw+3cw=xgl,968
3d1+3cw+3d5=3ik 3d1+3cw+3de=16mu 3d1+3cy=3dk,51 3d1+3cz=3im,ty0 3d1+3cz+3cz=xgn 3d1+3cz+3de=3in
3d1+3d1=3dl,53 3d1+3d1+3db=16mv 3d1+3d2=3ht,tyv 3d1+3d2+3cw=3ip 3d1+3d2+3d5=3iq 3d1+3d2+3de=16mw
3d1+3d3=3hu,tyv 3d1+3d3+3cz=16mx 3d1+3d3+3d3=xgq 3d1+3d3+3d5=3ir 3d1+3d3+3d7=3it,txy 3d1+3d3+3dd=16my
3d1+3d3+3de=3is 3d1+3d5=3hv,tyx 3d1+3d5+3d5=3iu 3d1+3d7=3dn,139e 3d1+3d8=xgt 3d1+3db=3iw,txy
3d1+3dc=3hw 3d1+3dd=3hx 3d1+3de=3dm,x,3f,135o 3d1+3eo=3iv 3d1+3f0=16mz 3d1+3fd=3ix 3d1+3fd+3de=16n0
3d2=3hz 3d2+3cw=3iy,txx 3d2+3cy=16n2 3d2+3cy+3cy=16n3 3d2+3cz=xgw 3d2+3d1=3iz 3d2+3d2=16n4
3d2+3d3=3do,5c 3d2+3d3+3d5=16n5 3d2+3d5=3j1,txw 3d2+3d5+3d5=3j2 3d2+3d7=3dp,5h 3d2+3d8=16n6
3d2+3da=3j4 3d2+3de=3j5 3d2+3eo=3j3 3d3=3i0 3d3+3cw=3dq 3d3+3cy=3dr 3d3+3cz=3ds,139f 3d3+3d1=3j7
3d3+3d1+3dd=16n8 3d3+3d2=16n9 3d3+3d3=3d4,13a6 3d3+3d3+3d7=3e4 3d3+3d5=3dt,48 3d3+3d5+3cw=3du
3d3+3d5+3cz=3dv,139g 3d3+3d5+3d3=3dw 3d3+3d5+3d5=3dx 3d3+3d5+3d8=3dy 3d3+3d5+3dc=xgy 3d3+3d7=3e3,57
3d3+3d8=3dz,139d 3d3+3da=3e0,139d 3d3+3db=xgz 3d3+3dc=3e1 3d3+3dd=3e2,56 3d3+3de=3j9,txr 3d5=3i2
3d5+3cw=3e5,56 3d5+3cy=3e6 3d5+3cz=3e7,55 3d5+3d1=3e8,55 3d5+3d2=3e9,1395 3d5+3d3=3ea,54
3d5+3d3+3cw=3eb 3d5+3d3+3d7=16nf 3d5+3d5=3d6,4x 3d5+3d5+3cw=16ng 3d5+3d5+3cz=16nh 3d5+3d5+3d3=xh1
3d5+3d5+3d5=3ec 3d5+3d7=3ed 3d5+3d8=3ee,1395 3d5+3da=3ef,1395 3d5+3db=3eg 3d5+3dc=3eh,1394
3d5+3dd=3ei 3d5+3eo=16ni 3d7=3i4 3d7+3cw=3ep,4r 3d7+3cw+3cw=3jh 3d7+3cz=3eq 3d7+3d1=xh2 3d7+3d2=3er
3d7+3d3=3es 3d7+3d5=3et,4s 3d7+3d7=3ev,4n 3d7+3d8=3ew 3d7+3da=3ex 3d7+3db=3jj 3d7+3dc=3ey 3d7+3dd=3ez
3d7+3de=xh3 3d7+3eo=3eu,4s 3d8=3i5 3d8+3d3=16nr 3d8+3d3+3d3=16ns 3d8+3d7=3f1 3d8+3d8=3d9,13ak
3d8+3d8+3de=xh4 3da=3i6 3da+3db=3f6 3da+3de=3f7 3db=3i7 3dc=3i8 3dc+3dc=xh5 3dd=3i9 3dd+3d3=3fa,4d
3dd+3d5=16nu 3dd+3d7=3fb,4d 3dd+3dc=16nv 3dd+3de=xh6 3de=3ia 3de+3cy=3jp 3de+3d1=3jq 3de+3d2=3jr
3de+3d3=3js 3de+3d5=xh7 3de+3de=3fc 3e=5r6,s4x,lkh 3e+m9=f9 3e+ma=i8 3e+ms=5ti 3e+mt=c6 3ek+3ek=3el
3em+3em=3en 3eo=3jf 3eo+3d3=16nn 3eo+3d3+3d7=16no 3f0=3jk 3f0+3d2=16np 3f0+3de=16nq 3f2+3f2=3f3
3f4+3f4=3f5 3fd=3jt 3fd+3fd=xh8 3fl+3ft=3g6 3fl+3fy=3g7 3fl+3g3=3hf 3fl+3g5=3fm 3fn+3ft=3g8
3fn+3fx=3g9 3fn+3fy=3hg 3fn+3g5=3fo 3fp+3ft=3ga 3fp+3fy=3gb 3fp+3g3=3gc 3fp+3g5=3fq 3fr+3fn=3hh
3fr+3ft=3gd 3fr+3fy=3ge 3fr+3g5=3fs 3ft+3fl=3fu 3ft+3fl+3g5=3fv 3ft+3fn=3hi 3ft+3fn+3g5=3hj
3ft+3fp=3gf 3ft+3fp+3g5=3gg 3ft+3fr=16ls 3ft+3fr+3g5=3gh 3ft+3ft=3gi 3ft+3ft+3g5=16lt 3ft+3fy=3gj
3ft+3g5=3fw 3fx+3fl=16lu 3fx+3fl+3g5=16lv 3fx+3fn=3gk,2 3fx+3fn+3g5=3gl 3fx+3fp=16lw 3fx+3ft=3gn
3fx+3g5=3go 3fy+3fl=3gp 3fy+3fl+3g5=3gq 3fy+3fp=3fz 3fy+3fp+3g3=3gr 3fy+3fp+3g5=3g0 3fy+3fr=16lx
3fy+3fr+3g5=3gs 3fy+3fy=3gt 3fy+3g5=3g1 3fy+3g5+3g5=16ly 3g2+3fl=3gu 3g2+3fl+3g5=16lz 3g2+3fp=3gv
3g2+3fp+3g5=3gw 3g2+3fr=3gx 3g2+3fr+3g5=3gy 3g2+3ft=16m0 3g2+3fy=3gz 3g2+3g5=3h0 3g3=9oc,5qc,hrr
3g3+3fl=16m1 3g3+3fp=16m2 3g3+3fp+3g5=16m3 3g3+3ft=16m4 3g3+3fy=3h1 3g3+3g3=3h2 3g3+3g5=3g4
3g3+3g5+3fy=3h3 3g5=ffs 3g5+3fl=3h4 3g5+3fn=3h5 3g5+3fn+3ft=16m5 3g5+3fn+3g5=16m6 3g5+3fr=16m7
3g5+3fr+3g5=16m8 3g5+3ft=3h6 3g5+3ft+3g5=16m9 3g5+3fx=16ma 3g5+3fy=3h7 3g5+3g2=16mb 3g5+3g3=3h8
3g5+3g5=16mc 3g5+3ha=3h9 3ha+3fl=16md 3ha+3fp=3hb 3ha+3fp+3g5=16me 3ha+3fy=3hc 3ha+3g5=3hd
3ha+3ha=3he 3i6r=3i6r 3y9+3z4=3zf 3y9+53=3yl 3yc+53=3yp 3yd+3z4=3zh 3yd+53=3yr 3ye+53=3yt 3yi+3z4=3zi
3yi+53=3yw 3yj+53=3yy 3z2+4wv=4wt 3z5=441 3zd=474 3zm+53=3zz 3zo+53=403 3zt+53=407 40f+53=40s
40g+53=40u 40g+6by+15l+6by=415 40h+53=40w 40l+53=40y 40l+6by+15l+6by=416 40m+53=410 417+53=41h
417+6by+15l+6by=41x 41a+53=41l 41c+53=41p 421=4cj 421+53=42b 423+53=42d 424+53=42f 426+53=42j 428=4ci
428+53=42l 429+53=42n 42r+53=431 42u+53=435 42v+53=437 42w+53=439 42z+53=43d 43k+53=43u 43m+53=4w7
43n+53=4w9 43o+53=4wb 43p+53=4wd 43r+53=43w 43s+53=43y 443=4ck 443+53=44d 445+53=44f 446+53=44h
447+53=44j 448+53=44l 44a=4cn 44a+53=44n 44b+53=44p 44t+53=453 44v+53=455 44w+53=457 44x+53=459
44y+53=45b 450+53=45d 451+53=45f 45n+1o=45o 45n+2q=45q 45n+40l=45p 45n+428=45r 45s+53=460 45t+53=462
45u+53=464 45v+53=466 45w+53=468 45x+53=46a 45y+53=46c 46g+53=46q 46h+53=46s 46i+53=46u 46j+53=46w
46l+53=46y 46m+53=470 477=4de 477+53=4ww 47a=4df 47e=4dg 47g+53=47j 47k+28=48v 47k+2q=48z
47k+2q+lj=490 47k+2s=48x 47k+417=4fj 47k+418=48u 47k+41a=48w 47k+41c=48y 47k+41v=491 47u+53=47w
47y+53=4wz 486+53=4x0 487+53=489 48b+53=4x1 492+53=4x4 49h+22=49d 49h+421=4fk 49h+422=49a 49h+423=49b
49h+424=49c 49h+426=49e 49h+428=49f 49h+429=49g 49i+22=4fn 49i+423=4fl 49i+424=4fm 49i+426=4fo
49i+428=4fp 49i+429=4fq 49j+53=4x6 49z+53=4fr 4a0+53=4fs 4a1+53=4ft 4a2+53=4fu 4a3+53=4fv 4a4+53=4fw
4a5+53=4fx 4ad=6k2,q0c 4af=x6j 4as=8rz,nsw 4bl=wl3 4c4+53=4xc 4d7+53=4xe 4f4=wkt 4hl=wxc 4ho=4ip
4hp=4hu 4ik=1f2s,4df 4iu=1fio 4j3=8yr 4o2=4o3 4s5=4t1 4t8=4uu 4v=jt 4v+2q=ui 4v+2q+2x=wup 4wv+3z2=4ws
51=qk 526=53k 52p=53l 53=3zb,t48 53+11k=40p 53+1g=46n 53+1o=404 53+1q=3zr,9 53+22=42g 53+24=43a
53+28=41i 53+2d=40n 53+2q=41q 53+2q+lj=41s 53+2s=41m 53+3y9=3yk 53+3yc=3yo 53+3yd=3yq 53+3ye=3ys
53+3yi=3yv 53+3yj=3yx 53+3zm=3zy 53+3zo=402 53+3zt=406 53+40f=40r 53+40g=40k,9 53+40h=40v 53+40l=40x
53+40m=40z 53+417=41g 53+41a=41k 53+41c=41o 53+421=42a 53+423=42c 53+424=42e 53+426=42i 53+428=42k
53+429=42m 53+42r=430 53+42u=434 53+42v=436 53+42w=438 53+42z=43c 53+43k=43t 53+43m=4w6 53+43n=4w8
53+43o=4wa 53+43p=4wc 53+43r=43v 53+43s=43x 53+443=44c 53+445=44e 53+446=44g 53+447=44i 53+448=44k
53+44a=44m 53+44b=44o 53+44t=452 53+44v=454 53+44w=456 53+44x=458 53+44y=45a 53+450=45c 53+451=45e
53+45s=45z 53+45t=461 53+45u=463 53+45v=465 53+45w=467 53+45x=469 53+45y=46b 53+46g=46p 53+46h=46r
53+46i=46t 53+46j=46v 53+46l=46x 53+46m=46z 53+477=4we 53+47a=4wf 53+47b=4wg 53+47c=4wh 53+47d=4wi
53+47f=4wj 53+47g=47i 53+47u=47v 53+487=488 53+4vl=4vn 53+4vo=4vq 53+4vs=4vt 53+4w0=4w2 53+53+53=8y0
53+6by+19j+6by=3zu 53+6by+19k+6by=3zw 53+pf=432 53+pg=3ym 56t=58g,g 5cd=5ea 5ch=5eb 5d4=5eg 5q8=xve
5qd=xv4 5qf=xvg 5qi=xvf 5qw=5rd,s5l 5wf=92g 5wu=92k 66=s7,1eq5 67=qa,37i,t6t
6by+14w+6by=1d,o,z,8a,16,d5,31,56,fl,34g,4b5,59,nmr,ihk,3j,n,lc8 6by+14w+6by+37=iy 6by+14w+6by+3e=iz
6by+14w+6by+53=43b 6by+14w+6by+6by+14w+6by=ch 6by+14w+6by+6by+1j4+6by=tq 6by+14w+6by+f1=ha
6by+14w+6by+ma=h9 6by+14w+6by+ms=h7 6by+14w+6by+mt=bb,3 6by+14w+6by+mv=8y 6by+14z+6by=k0,183,ao,uii
6by+15k+6by=3a,nb,54,4vf,s5l,l7h,ca 6by+15l+6by=jd,2,1,1,1,a,2,1,3gf,hu,slc,13gl,1 6by+15l+6by+1u=ap
6by+15l+6by+1w=ay 6by+15l+6by+28=bo 6by+15l+6by+2c=bw 6by+15l+6by+2h=c3 6by+15l+6by+6by+15l+6by=je,1g
6by+15t+6by=33,nk,4,3f,93,a8,hd,74,3k,74,s,2s,s,2s,s,u,1y,s,5q,3k,99,z,5b,2ds,2,32m,p0e,hkf,5a,3xa,f
6by+15t+6by+2ls+6by+15t+6by=2n3 6by+15t+6by+2t=9f 6by+15t+6by+370=368 6by+15t+6by+5qf=hi
6by+15t+6by+6by+15t+6by=wwp,52 6by+15t+6by+m3=xv8 6by+15t+6by+mt=hh,e6,3a,w2q,ub,19
6by+15t+6by+mv=6w,xmu 6by+171+6by=wl5 6by+17z+6by=1f4x 6by+185+6by=1f5e 6by+187+6by=1f54
6by+18o+6by=1f50 6by+19c+6by=1dc,v7s,1ncl 6by+19c+6by+6by+171+6by=wl7 6by+19c+6by+6by+19c+6by=wl6
6by+19e+6by=1de,w65 6by+19f+6by=1df 6by+19g+6by=1dg 6by+19i+6by=1di
6by+19j+6by=2e,ta,hv,2jm,2e,4y1,nn2,e1,im6,3ur,h2g 6by+19j+6by+53=3zv
6by+19k+6by=g5,9i,3k,kd,2m1,4xy,nn2,dl,i4f,f7,l1p 6by+19k+6by+53=3zx 6by+19k+6by+m9=xx
6by+19l+6by=1dl,ha,1hml 6by+19p+6by=1f6n 6by+1ck+6by=19,8st 6by+1ggu+6by=1omx
6by+1j4+6by=1c,v,nk,3j,8n,wh,8q,1y,1gq,53i,52,j7,n3g,ihr,p,9l,5a,2c,33u,rp,17 6by+1j4+6by+1x=9e
6by+1j4+6by+6by+15l+6by=3vo 6by+1j4+6by+6by+1j4+6by=wwo,52
6by+1j4+6by+mt=bj,e1,w,56,3a,2xi,19,4zq,o49 6by+1j4+6by+mv=60,8rt 6by+1kq+6by=2n
6by+2ojv+6by=1k,dm,1,1jb,3k,49,1d07 6by+2ojx+6by=6o 6e5=8yf 6e6=8xu 6i1=wvj 6kh=wko 6ki=wl2,isb,l5h
6kj=20hs 6pz=1jfs 6tx=wwq,i6m 6ud=wk5,kc 6yp=9j0 72=cf,ft 76o=7sw 76p=7sx 76q=7sy 76r=7sz 76s=7t0
76t=7t1 76u=7t2 76v=7t3 76w=7t4 76x=7t5 7gd=1f3w 7jk=8ty 89i=1f40 8o=qi,3k,4wh,32i,p41 8o+mh=wr
8o+mt=wv 8qn=xhu 8s0=1fdr 8s6=xvk 8xs=1f3s 96q=fh7 96r=fh6 96t=9lw,5xz 96x=g76 96z=aim 972=g1s
973=i77 974=i76 976=ik3 977=inu 978=itt 97a=ix0 97b=b96 97c=jf0 97d=jzp 97f=k4h 97i=l8a 97j=lal
97k=lch 97l=ldh 97m=ldm 97n=m7g 97o=mjv 97q=ffw 97s=mnh 97v=p5e 97x=ny3 97z=oop 981=p5f 989=paa
98a=pds 98e=prt 98h=qj2 98i=qxw 98j=r5s 98k=r5r 98l=r7l 98o=rkw 98p=rvh 98r=sbq 98s=sdy 98v=tnh
98w=tc5 98x=tiv 98y=tiw 98z=tj3 990=tm0 994=tw2 995=u06 996=u45 997=u6m 998=u72 999=u73 99b=u74
99c=uar 99e=ui4 99g=unw 99h=uws 99k=vc6 99l=vd0 99n=k21 99o=vgw 99p=l7z 99q=vi7 99r=o9o 99s=vix
99u=fi8 99v=vj3 9ac=fh5 9ad=fid 9ae=9mz,5vl 9af=fj4 9ag=fju 9ah=g1r 9ai=g2t 9aj=9n3,6fw 9ak=g3m
9al=g46 9am=g4r 9an=g68 9ao=g6t 9ap=g74 9aq=9m3,6pc 9ar=ge1 9as=get 9at=gey 9au=gfs 9av=gg1
9aw=9mw,6tw 9ax=gh5 9ay=ghu 9az=gja 9b0=gjs 9b1=9nx,6wm,l0 9b3=h7j,cs 9b5=hky 9b6=hl6 9b7=9mn,7yu
9b8=hlz 9b9=ho3 9ba=i1c 9bb=i2o 9bc=i60 9bd=i6n 9bf=i7s 9bg=i9a 9bh=i9d 9bi=ijf 9bj=9m0,8xp 9bk=ik1
9bl=ike 9bm=inm 9bo=inz 9bp=ir8 9bq=iri 9br=irv 9bs=is3 9bt=its 9bu=iu9 9bv=iur 9bw=iwz 9bx=jd4
9by=jee,2 9bz=jez 9c0=jzj 9c1=jzo 9c2=k1z 9c3=k2f 9c4=k2s 9c5=k3d 9c6=k4g 9c7=k4l 9c8=kc0 9c9=kco
9ca=kdk 9cb=l5s 9cc=l7m 9cd=l89 9ce=l9v 9cf=laj 9cg=las 9ch=laz 9ci=lcf 9cj=lck 9ck=ldg 9cl=m7f
9cm=mju 9cn=mk6 9co=mkb 9cp=mkf 9cq=mkn 9cr=ml5 9cs=ml7 9ct=mng 9cu=mtg 9cv=mtl 9cw=n30 9cx=n3a
9cy=n4o 9cz=n4v 9d0=n54 9d1=n5c 9d2=n7v 9d3=n82 9d4=nee 9d5=nel 9d6=nfy 9d7=ngf 9d8=nhq 9d9=nob
9da=noi 9db=noz 9dc=ny2 9dd=o1k 9de=o1q 9df=o6s 9dg=o97 9dh=oah 9di=okz 9dj=ooo 9dk=p4m 9dl=p5d
9dm=p6y 9dn=p8d 9do=pa9 9dp=pak 9dq=paq 9dr=pbn 9ds=pdr 9dt=pe1 9du=pnn 9dv=pnu 9dw=po3 9dx=poc
9dy=pos 9dz=pp7 9e0=ppb 9e1=pri 9e2=prm 9e3=prs 9e4=qj1 9e5=qjv 9e6=qww 9e7=qx8 9e8=qxv 9e9=r5q
9ea=r63 9eb=r82 9ec=r9c 9ed=rp3 9ee=rpi 9ef=rpx 9eg=rqw 9eh=rrx 9ei=rxg 9ej=rxs 9ek=rzn 9el=s6j
9em=s7e 9en=sd7 9eo=sds 9ep=sdx 9eq=sk1 9er=sp5 9es=ssm 9et=sss 9eu=ssx 9ew=tj4 9ex=tng 9ey=trq
9ez=trt 9f0=tt4 9f1=tw1 9f2=twe 9f3=twi 9f4=twp 9f5=tzf 9f6=u0d 9f7=u0j 9f8=u0x 9f9=u5k 9fa=u6z
9fc=uc6 9fd=uc9 9fe=ucs 9ff=ujs 9fg=ul4 9fh=ulb 9fi=un9 9fj=unj 9fk=unm 9fm=uoq 9fn=uzp 9fo=vat
9fp=vb3 9fq=vc5 9fr=vcr 9fs=vcz 9ft=vd9 9fu=vdd,1 9fv=veh 9fw=vel 9fx=vf2 9fy=vf7 9fz=vfk 9g0=vgb
9g1=vgq 9g2=vgy 9g3=vil 9g4=vj0 9g5=vj4 9hk=9jj,2pw9 9ix=gg4 9iy=gg5 9ko=9nc ako=dcr app=beb
at=uk,x1v at+2x=uj au=sd,5ty,py0,itk b2=8xm,nnb b3=yg b4=100,2wr,1bg6,l64 bi9=jrd bmi=kc6 bp1=ph2
bp6=imo bp7=dgg bs=rt,4zf,r35 bs3=kx5 bt=pv,886 c1=4dq,6 cop=vk3 cov=k83 d9=gp,hs d9+6by+15t+6by=5qs
d9+6by+15t+6by+mt=xtu d9+6by+15t+6by+mv=xtt d9+ke=gq dhf=kdi dy=zu dyu=ra6 f1=ia,gf,2du,5i2,o7y
fp1=fsy fr=12t ftw=fuk g2=xvi gb=5u8 gk=or,51x,vo,18sn gk+2t=xuq gk+mv=xtr
gr=qd,4f,59,7so,oay,so,hhq,42t gs=tz,4wh gs+m9=wp gu=1feq gur=gv3 gy=zx,2y6,txx hc=12y,2i1 hgh=hgr
hij=hkv hj=1fen hk=qu,3i,7zb hq+ms=5tf hs=xv5,1d hv=xu5 hwv=hz4 i2+mt=5tr i4=5rb,19rl i5=u4,4wh,s56
i5+m9=y6 ig=8yh,nwv,imz ih=tu,34a ii=x3x,ia5 ik=u5,x1q ik+m9=y0,2 ik+mh=wz ild=ilu in=8up,p25,hhx
ip=wy5 j7=4xg jj=121 k7u=k89 k9=1v5,rh kcs=peu kcv=pg0 kcw=pfu kcz=phd kd4=pif kdf=plz kfi=kjj kh=4xf
ki=4wr,q kv1=kyv lc=1ub ld=13w,1,3f,1i,6x,el le=lt,ne,b7,44i,ra8 lf=n6,lt lg=lh,no,b6,44n,ra7
li=lo,2q,kq,2,vmq li+lj=ls,rc,ex,3k,74,3k,73,3l,3k,1g3i lj=ns,gx,1,7,1,2,88,2c,1,4s,71,o,74,3k,97
lk=1kj,6w ll=9ik lm=o6,g9,4j,3x,wz,jv,3k,a1,1hs,d,4d3,j4,18py ln=18r,it lp=19s lq=5p6 lu=193 lu0=lzt
lv=lx,lg,1i,is lw=199 ly=5pp lz=17e,1i m8=mp,17l m9=me,1,i ma=mg,t,4mq
mb=14k,h,47,i9,27,3k,3k,3k,3k,3hd,1avx,1hs,l5 mc=1ri,3xs md=307,6ie mh=192,4g6 mj=5p1 ml=5p5 mm=5p4
mr=nb mt=mu mv=mw nk=nr,141,7 nm=1s0 no=1rt np=1ru npw=nrj o3=92u o4=92v o8=92l of=92n
og=3vs,8,4w5,o58 om=t4,w3t,ih0 om+m9+lc=wa on=u0,4wm,19of on+m9+li=wb or9=os6 ot=x1b
pf=sz,332,6s,4pr,1rpf pf+53=433 pf+6by+15l+6by=wg pf+mt=wi pg=3yb,4ub,62,163p,u,lfb pg+3z4=3zg
pg+53=3yn ph8=pj5 ps=tb,801,o57 py=tg,8f,2jx,xc,4ai,16a1 q0=vk,3mw,4ba,169z,f0 q1=4dr,6,1apt q6l=qbj
qc=12m,361,1t4 qif=qip qj=8t2,16px qo=u7,4x5 qq=rf qs=ua,4wp,s47 qs+mh=x9 qv=8tp,p0m,2 qw=vl,1eo8
qx=8tt,o0s,a2 ram=rct rb=8v8 rc=1f3h,2t rk6=rkf rq4=rqb rw=8v0 ry7=rye s11=s1m s5z=s63 s8v=s9z sf=x1a
sk=8so,oay slq=sm6 sr=1fil t2+mh=wm t65=t66 tk=8u4 tm+6by+14w+6by=wuo trr=trs ty+mh=wn u3=5rf
u3+m9=xy ug=8u5 un=5qx ux=xuo v4=3wn,fc v4+53=4x9 v4+w6+w7=vw v9e=v9f wkk=x3y wuk=x4m wuw=20ik
wvd=1fjf x=cj,8lq x0n=x3p x2x=x2y x3u=1fde x3v=1fei xdn=1i3g xi=y3 xi5=xib xj=y4 xja=xjk xkx=xn7
xlv=xna xo+ma=xq xv=1fi4
`;
